import { rememberedReturnPath, rememberReturnPath } from "./return-path.ts";

type Navigate = (path: string, options?: { state?: unknown; replace?: boolean }) => unknown;

let navigate: Navigate = (path) => window.location.assign(path);
let protectedPages = 0;

/** Gives the reactions to answers (spec/wire-contract.md §12) a router that they do not import. */
export function setNavigate(next: Navigate): void {
  navigate = next;
}

/** Says that the page on show needs a login; the answer ends that. */
export function standOnProtectedPage(): () => void {
  protectedPages += 1;
  return () => {
    protectedPages -= 1;
  };
}

export const isOnProtectedPage = (): boolean => protectedPages > 0;

const here = () => window.location.pathname + window.location.search;

/** To /login with the way back; the leave guard of an editor may hold it up. */
export function goToLogin(): void {
  if (window.location.pathname !== "/login") navigate("/login", { state: { from: here() } });
}

/** To /enroll, from where the person returns. */
export function goToEnroll(): void {
  if (window.location.pathname === "/enroll") return;
  if (!rememberedReturnPath()) rememberReturnPath(here());
  navigate("/enroll", { replace: true });
}
