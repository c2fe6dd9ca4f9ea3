import type { QueryClient } from "@tanstack/react-query";
import { createBrowserRouter, matchRoutes, Navigate, type RouteObject } from "react-router-dom";
import { EnrollRoute } from "../features/enroll/enroll-route.tsx";
import type { Bring } from "../lib/prefetch.ts";
import { adoptCookie } from "../lib/session.ts";
import { LoadingView } from "../ui/loading-view.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { Protected, protectedLoader } from "./shell/protected.tsx";
import { RouteFault } from "./shell/route-fault.tsx";
import { Shell } from "./shell/shell.tsx";

const forEverybody: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import("../features/landing/landing-page.tsx")).LandingPage }),
  },
  {
    path: "login",
    loader: () => {
      adoptCookie();
      return null;
    },
    lazy: async () => ({ Component: (await import("../features/login/login-page.tsx")).LoginPage }),
  },
  {
    path: "team-list",
    lazy: async () => {
      const { TeamListPage, bring } = await import("../features/team-list/team-list-page.tsx");
      return { Component: TeamListPage, handle: { bring } };
    },
  },
  {
    path: "team-dashboard/:teamId",
    lazy: async () => {
      const { TeamDashboardPage, bring } = await import("../features/team-dashboard/team-dashboard-page.tsx");
      return { Component: TeamDashboardPage, handle: { bring } };
    },
  },
  {
    path: "team-recruit/list",
    lazy: async () => {
      const { BoardPage, bring } = await import("../features/recruitment/board-page.tsx");
      return { Component: BoardPage, handle: { bring } };
    },
  },
  {
    path: "team-recruit/detail/:recruitId",
    lazy: async () => {
      const { DetailPage, bring } = await import("../features/recruitment/detail-page.tsx");
      return { Component: DetailPage, handle: { bring } };
    },
  },
  ...["posting", "team-subject", "team-subject/:id"].map((path) => ({
    path,
    element: <Navigate to="/team-list" replace />,
  })),
];

const forMembers: RouteObject[] = [
  { path: "enroll", Component: EnrollRoute },
  {
    path: "team-registration",
    lazy: async () => ({
      Component: (await import("../features/team-registration/team-registration-page.tsx"))
        .TeamRegistrationPage,
    }),
  },
  { path: "profile", element: <Navigate to="/my-dashboard/profile" replace /> },
  ...["my-dashboard/:category", "modification"].map((path) => ({
    path,
    lazy: async () => ({ Component: (await import("../features/my-page/my-page.tsx")).MyPage }),
  })),
  {
    path: "my-dashboard/applications",
    lazy: async () => ({
      Component: (await import("../features/recruitment/my-applications-page.tsx")).MyApplicationsPage,
    }),
  },
  {
    path: "team-recruit/posting",
    lazy: async () => ({ Component: (await import("../features/recruitment/write-page.tsx")).WritePage }),
  },
  {
    path: "posting/:id",
    lazy: async () => ({ Component: (await import("../features/posting/posting-page.tsx")).PostingPage }),
  },
  {
    path: "team-admin/:id",
    lazy: async () => ({
      Component: (await import("../features/team-admin/team-admin-page.tsx")).TeamAdminPage,
    }),
  },
  {
    path: "team-setting/team/:teamId",
    lazy: async () => ({
      Component: (await import("../features/team-settings/team-info-page.tsx")).TeamInfoPage,
    }),
  },
  {
    path: "team-setting/members/:teamId",
    lazy: async () => ({
      Component: (await import("../features/team-settings/team-members-page.tsx")).TeamMembersPage,
    }),
  },
  {
    path: "team-subject/:id/:selectedDate",
    lazy: async () => ({ Component: (await import("../features/subject/subject-page.tsx")).SubjectPage }),
  },
];

/** Every address of the product (spec/ui.md §4) and the screen it shows. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    HydrateFallback: LoadingView,
    children: [
      {
        ErrorBoundary: RouteFault,
        children: [
          ...forEverybody,
          {
            loader: protectedLoader,
            shouldRevalidate: () => true,
            Component: Protected,
            children: forMembers,
          },
          { path: "*", Component: NotFound },
        ],
      },
    ],
  },
];

/**
 * Fetches the program of the screens at an address (path and search) ahead of time, and with a client what they ask for
 * first; what fails now is fetched again on arrival.
 */
export function bringPage(address: string, client?: QueryClient): void {
  const search = new URLSearchParams(address.split("?")[1]);
  for (const { route, params } of matchRoutes(routes, address) ?? []) {
    if (typeof route.lazy !== "function") continue;
    route.lazy().then(
      ({ handle }) => {
        if (client) (handle as { bring?: Bring } | undefined)?.bring?.(client, params, search);
      },
      () => undefined,
    );
  }
}

export const makeRouter = () => createBrowserRouter(routes);
