import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import {
  createBrowserRouter,
  type LoaderFunction,
  matchRoutes,
  Navigate,
  type RouteObject,
} from "react-router-dom";
import { EnrollRoute } from "../features/enroll/enroll-route.tsx";
import type { PagePrefetch } from "../lib/prefetch.ts";
import { adoptCookie, currentToken } from "../lib/session.ts";
import { LoadingView } from "../ui/loading-view.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { FrontPage, homeModule, landingModule } from "./front-page.tsx";
import { Protected, protectedLoader } from "./shell/protected.tsx";
import { RouteError } from "./shell/route-error.tsx";
import { Shell } from "./shell/shell.tsx";

/** A page that is loaded when it is first opened; `name` is its component. */
const page =
  <Name extends string>(
    load: () => Promise<Record<Name, ComponentType> & { prefetch?: PagePrefetch; loader?: LoaderFunction }>,
    name: Name,
  ) =>
  async () => {
    const { [name]: Component, prefetch, loader } = await load();
    return { Component, handle: { prefetch }, ...(loader && { loader }) };
  };
const about = page(() => import("../features/landing/landing-page.tsx"), "LandingPage");
const login = page(() => import("../features/login/login-page.tsx"), "LoginPage");
const teamList = page(() => import("../features/team-list/team-list-page.tsx"), "TeamListPage");
const dashboard = page(
  () => import("../features/team-dashboard/team-dashboard-page.tsx"),
  "TeamDashboardPage",
);
const board = page(() => import("../features/recruitment/board-page.tsx"), "BoardPage");
const recruitment = page(() => import("../features/recruitment/detail-page.tsx"), "DetailPage");
const invited = page(() => import("../features/invitation/invited-page.tsx"), "InvitedPage");
const registration = page(
  () => import("../features/team-registration/team-registration-page.tsx"),
  "TeamRegistrationPage",
);
const myPage = page(() => import("../features/my-page/my-page.tsx"), "MyPage");
const applications = page(() => import("../features/recruitment/my-applications.tsx"), "MyApplicationsPage");
const notifications = page(() => import("../features/inbox/notifications-page.tsx"), "NotificationsPage");
const notification = page(() => import("../features/inbox/open-notification.tsx"), "OpenNotification");
const notificationSettings = page(
  () => import("../features/inbox/settings-page.tsx"),
  "NotificationSettingsPage",
);
const mailConfirmation = page(() => import("../features/inbox/mail-pages.tsx"), "MailConfirmationPage");
const mailUnsubscription = page(() => import("../features/inbox/mail-pages.tsx"), "MailUnsubscriptionPage");
const recruiting = page(() => import("../features/recruitment/write-page.tsx"), "WritePage");
const posting = page(() => import("../features/posting/posting-page.tsx"), "PostingPage");
const admin = page(() => import("../features/team-admin/team-admin-page.tsx"), "TeamAdminPage");
const teamInfo = page(() => import("../features/team-settings/team-info-page.tsx"), "TeamInfoPage");
const members = page(() => import("../features/team-settings/team-members-page.tsx"), "TeamMembersPage");
const promise = page(() => import("../features/team-settings/promise-page.tsx"), "PromisePage");
const attendance = page(() => import("../features/team-settings/attendance-page.tsx"), "AttendancePage");
const problemQueue = page(
  () => import("../features/team-settings/problem-queue-page.tsx"),
  "ProblemQueuePage",
);
const subject = page(() => import("../features/subject/subject-page.tsx"), "SubjectPage");

/** Loads the one of its two pages that is shown first. */
async function front() {
  const module = currentToken() === null ? landingModule : homeModule;
  const { prefetch } = (await module.load()) as { prefetch?: PagePrefetch };
  return { Component: FrontPage, handle: { prefetch } };
}

const redirect = (to: string) => <Navigate to={to} replace />;
const enterLogin = () => {
  adoptCookie();
  return null;
};

const forEverybody: RouteObject[] = [
  { index: true, lazy: front },
  { path: "about", lazy: about },
  { path: "login", loader: enterLogin, lazy: login },
  { path: "team-list", lazy: teamList },
  { path: "team-dashboard/:teamId", lazy: dashboard },
  { path: "invite/:token", lazy: invited },
  { path: "mail/confirm/:token", lazy: mailConfirmation },
  { path: "mail/unsubscribe/:token", lazy: mailUnsubscription },
  { path: "team-recruit/list", lazy: board },
  { path: "team-recruit/detail/:recruitId", lazy: recruitment },
  ...["posting", "team-subject", "team-subject/:id"].map((path) => ({
    path,
    element: redirect("/team-list"),
  })),
];

const forMembers: RouteObject[] = [
  { path: "enroll", Component: EnrollRoute },
  { path: "team-registration", lazy: registration },
  { path: "profile", element: redirect("/my-dashboard/profile") },
  { path: "my-dashboard/:category", lazy: myPage },
  { path: "modification", lazy: myPage },
  { path: "my-dashboard/applications", lazy: applications },
  { path: "notifications", lazy: notifications },
  { path: "notifications/open/:notificationId", lazy: notification },
  { path: "my-dashboard/notifications", lazy: notificationSettings },
  { path: "team-recruit/posting", lazy: recruiting },
  { path: "posting/:id", lazy: posting },
  { path: "team-admin/:id", lazy: admin },
  { path: "team-setting/team/:teamId", lazy: teamInfo },
  { path: "team-setting/members/:teamId", lazy: members },
  { path: "team-setting/promise/:teamId", lazy: promise },
  { path: "team-setting/attendance/:teamId", lazy: attendance },
  { path: "team-setting/problems/:teamId", lazy: problemQueue },
  { path: "team-subject/:id/:selectedDate", lazy: subject },
];

/** Every address of the product (spec/ui.md §4) with its screen. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    HydrateFallback: LoadingView,
    children: [
      {
        ErrorBoundary: RouteError,
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
 * Prefetches the modules of the screens at an address (path and search) and, with a client, their first queries;
 * failures are repeated on navigation.
 */
export function prefetchPage(address: string, client?: QueryClient): void {
  const search = new URLSearchParams(address.split("?")[1]);
  for (const { route, params } of matchRoutes(routes, address) ?? []) {
    if (typeof route.lazy !== "function") continue;
    route.lazy().then(
      ({ handle }) => {
        if (client) (handle as { prefetch?: PagePrefetch } | undefined)?.prefetch?.(client, params, search);
      },
      () => undefined,
    );
  }
}

export const makeRouter = () => createBrowserRouter(routes);
