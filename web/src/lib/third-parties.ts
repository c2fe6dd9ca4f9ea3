import { type LoaderFunctionArgs, redirectDocument } from "react-router-dom";

const isForeign = ({ src }: HTMLScriptElement) =>
  src !== "" && new URL(src, window.location.href).origin !== window.location.origin;

/**
 * Loader of the pages whose address contains a token. A third party's script that came with an earlier page would read
 * it, so the page is then loaded anew: the server sends these without such scripts.
 */
export const withoutThirdParties = ({ request }: LoaderFunctionArgs): Response | null =>
  [...document.scripts].some(isForeign) ? redirectDocument(request.url) : null;
