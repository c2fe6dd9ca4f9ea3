import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { createMemoryRouter, type RouteObject, RouterProvider, useLocation } from "react-router-dom";
import { onTestFinished, vi } from "vitest";
import { LiveProvider } from "#web/lib/live/use-live.tsx";
import { endSession, setToken } from "#web/lib/session.ts";
import { Announcer } from "#web/ui/announcer.tsx";
import { DialogProvider } from "#web/ui/dialogs.tsx";
import { Toaster, toast } from "#web/ui/toast.tsx";
import { fakeLive } from "./fake-live.ts";
import { tokenOf } from "./stub-server.ts";
import { removeRecords } from "./unsent.ts";
import { me } from "./views.ts";

/** Any other page: shows its address and the navigation state. */
function Elsewhere() {
  const { pathname, search, state } = useLocation();
  return <p>{`${pathname}${search} ${JSON.stringify(state)}`}</p>;
}

/**
 * Renders pages as the app does, with dialogs, toasts and a live connection, at an address. Routes are components by
 * their path, or whole routes. The page, the session and the browser's storage are cleared after the test.
 */
export function openPage(
  routes: Readonly<Record<string, ComponentType>> | readonly RouteObject[],
  at: string | { pathname: string; search?: string; state?: unknown },
) {
  onTestFinished(leavePage);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryDelay: 0 } } });
  const given = Array.isArray(routes)
    ? (routes as readonly RouteObject[])
    : Object.entries(routes as Record<string, ComponentType>).map(([path, Component]) => ({
        path,
        Component,
      }));
  const router = createMemoryRouter([...given, { path: "*", Component: Elsewhere }], {
    initialEntries: [at],
  });
  const live = fakeLive();
  const view = render(
    <QueryClientProvider client={client}>
      <LiveProvider connection={live.connection}>
        <DialogProvider>
          <Announcer />
          <RouterProvider router={router} />
          <Toaster />
        </DialogProvider>
      </LiveProvider>
    </QueryClientProvider>,
  );
  return {
    ...view,
    client,
    router,
    live,
    path: () => router.state.location.pathname,
    /** Sends live messages of these views; a view may include its key, as in `team-page/12`. */
    changed: (...views: string[]) =>
      act(() => Promise.all(views.map((view) => client.invalidateQueries({ queryKey: view.split("/") })))),
  };
}

function leavePage(): void {
  cleanup();
  toast.remove();
  endSession();
  sessionStorage.clear();
  localStorage.clear();
  removeRecords();
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

export const logIn = (uuid: string = me) => setToken(tokenOf(uuid));

export const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole("button", { name }));

/** Clicks a button of the open alert or question. */
export const answerDialog = async (name: string) =>
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name }));

export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Whether a button can be reached, but not pressed. */
export const isOff = (button: Element): boolean => button.getAttribute("aria-disabled") === "true";
