import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import type { Root } from "react-dom/client";
import { Link, RouterProvider } from "react-router-dom";
import { loadSearchSoon } from "../features/search/palette-window.tsx";
import { outboxList } from "../features/team/outbox/outbox-button.tsx";
import { emptyOnMemberChange, makeQueryClient } from "../lib/calls/query-client.ts";
import { loadOnFirstTouch } from "../lib/lazy-module.ts";
import { linkThroughRouter } from "../lib/link.tsx";
import { LiveProvider } from "../lib/live/use-live.tsx";
import { setNavigate } from "../lib/navigation.ts";
import { prefetchLinks } from "../lib/prefetch.ts";
import { Announcer } from "../ui/announcer.tsx";
import { DialogProvider, messageDialog } from "../ui/dialogs.tsx";
import { Toaster } from "../ui/toast.tsx";
import { makeRouter, prefetchPage } from "./routes.tsx";
import { logOutModule } from "./shell/me-menu.tsx";

/**
 * Creates the app at the current address without rendering it. `navigate` resolves when the next page can be rendered.
 */
export function makeApp(): {
  app: ReactNode;
  navigate: (to: string, state: unknown) => Promise<void>;
} {
  const queryClient = makeQueryClient();
  emptyOnMemberChange(queryClient);
  const router = makeRouter();
  linkThroughRouter(Link);
  prefetchLinks((address) => prefetchPage(address, queryClient));
  loadOnFirstTouch([messageDialog, outboxList, logOutModule]);
  loadSearchSoon();
  import("../lib/storage/follow-departures.ts").then(
    ({ followDepartures }) => followDepartures(),
    () => undefined,
  );
  setNavigate((path, options) => router.navigate(path, options));
  const app = (
    <StrictMode>
      {/* The content security policy allows style attributes, not style elements. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <LiveProvider>
            <DialogProvider>
              <Announcer />
              <RouterProvider router={router} />
              <Toaster />
            </DialogProvider>
          </LiveProvider>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>
  );
  return { app, navigate: (to, state) => router.navigate(to, { state }) };
}

export const showApp = (root: Root): void => root.render(makeApp().app);
