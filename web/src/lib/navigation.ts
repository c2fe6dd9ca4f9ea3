import { rememberedReturnPath, rememberReturnPath } from "./return-path.ts";

type Navigate = (path: string, options?: { state?: unknown; replace?: boolean }) => unknown;

let navigate: Navigate = (path) => window.location.assign(path);
let protectedPages = 0;

/** Sets the router that handlers of responses use (spec/wire-contract.md §12) without importing it. */
export function setNavigate(next: Navigate): void {
  navigate = next;
}

/** Marks the current page as one that needs a login; the returned function ends that. */
export function enterProtectedPage(): () => void {
  protectedPages += 1;
  return () => {
    protectedPages -= 1;
  };
}

export const isOnProtectedPage = (): boolean => protectedPages > 0;

const here = () => window.location.pathname + window.location.search;

/** Navigates to /login with the return path; the leave guard of an editor may prevent it. */
export function goToLogin(): void {
  if (window.location.pathname !== "/login") navigate("/login", { state: { from: here() } });
}

/** Navigates to /enroll, which returns to this page. */
export function goToEnroll(): void {
  if (window.location.pathname === "/enroll") return;
  if (!rememberedReturnPath()) rememberReturnPath(here());
  navigate("/enroll", { replace: true });
}
