import { Faq } from "./faq.tsx";
import { Foot } from "./foot.tsx";
import { Hero } from "./hero.tsx";
import { Reviews } from "./reviews.tsx";
import { ServiceIntro } from "./service-intro.tsx";
import { Strengths } from "./strengths.tsx";
import { Usage } from "./usage.tsx";

/** spec/ui.md §7 */
export const LandingPage = () => (
  <>
    <Hero />
    <ServiceIntro />
    <Usage />
    <Strengths />
    <Reviews />
    <Faq />
    <Foot />
  </>
);
