import "pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css";
import "../ui/code-font.css";
import "../ui/tokens.css";
import "../ui/base.css";
import { createRoot } from "react-dom/client";
import { keepInstallPrompt } from "../lib/install-prompt.ts";
import { adoptCookie, currentToken } from "../lib/session.ts";

adoptCookie();
if (document.readyState === "complete") followReleases();
else window.addEventListener("load", followReleases, { once: true });
keepInstallPrompt();

/** Once the page is loaded, which needs none of it. */
function followReleases(): void {
  if (import.meta.env.PROD)
    void import("../lib/releases.ts").then(({ follow }) => follow()).catch(() => undefined);
}

const element = document.getElementById("root");
if (!element) throw new Error("index.html has lost its #root");
const root = createRoot(element);

// A visitor's first page needs neither router nor data, which are loaded with the first navigation.
if (window.location.pathname === "/" && currentToken() === null) {
  void import("./front.tsx").then(({ showFront }) => showFront(root));
} else {
  void import("./app.tsx").then(({ showApp }) => showApp(root));
}
