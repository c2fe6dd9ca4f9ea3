import { Hero } from "./hero.tsx";
import { ServiceIntro } from "./service-intro.tsx";

/** spec/ui.md §7 */
export const LandingPage = () => (
  <>
    <Hero />
    <ServiceIntro />
  </>
);
