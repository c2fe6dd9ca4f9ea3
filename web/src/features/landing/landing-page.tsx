import { Link } from "#web/lib/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { LogoMark, Wordmark } from "#web/ui/logo.tsx";
import { Faq } from "./faq.tsx";
import styles from "./foot.module.css";
import { Hero } from "./hero.tsx";
import { Reviews } from "./reviews.tsx";
import { columnClass } from "./section.tsx";
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

const Foot = () => (
  <footer className={styles.foot}>
    <div className={cx(columnClass, styles.in)}>
      <LogoMark size={22} />
      <Wordmark height={15} className={styles.name} />
      <HiddenText>알고모임</HiddenText>
      <span>매일 한 문제, 함께라서 더 멀리.</span>
      <Link className={styles.about} to="/about">
        알고모임 소개
      </Link>
    </div>
  </footer>
);
