import { type LoaderFunctionArgs, redirectDocument } from "react-router-dom";

/**
 * Loader of the pages whose address contains a token. The chat's script, if it came with an earlier page, would read it, so
 * the page is then loaded anew: the server sends these without it.
 */
export const withoutThirdParties = ({ request }: LoaderFunctionArgs): Response | null =>
  document.querySelector("script[data-chat]") ? redirectDocument(request.url) : null;
