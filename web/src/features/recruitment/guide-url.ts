const configured = import.meta.env["VITE_GUIDE_URL"] as string | undefined;

/** Where the guide is: configured when the client is built (`VITE_GUIDE_URL`), else the questions of the landing page. */
export const guideUrl = configured && /^https?:\/\//.test(configured) ? configured : "/#faq";
