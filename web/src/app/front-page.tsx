import { lazyModule, useLazyModule } from "../lib/lazy-module.ts";
import { useLacksProfile } from "../lib/missing-profile.ts";
import { useSession } from "../lib/session.ts";
import { LoadingView } from "../ui/loading-view.tsx";

export const landingModule = lazyModule(() => import("../features/landing/landing-page.tsx"));
export const homeModule = lazyModule(() => import("../features/home/home-page.tsx"));

/** `/`: `오늘` for members with a profile, the landing page for all others (spec/daily-use.md rule 1). */
export function FrontPage() {
  const { uuid } = useSession();
  const lacksProfile = useLacksProfile();
  const isMember = uuid !== null && !lacksProfile;
  const home = useLazyModule(homeModule, isMember);
  const landing = useLazyModule(landingModule, !isMember);
  if (isMember) return home ? <home.HomePage key={uuid} /> : <LoadingView />;
  return landing ? <landing.LandingPage /> : <LoadingView />;
}
