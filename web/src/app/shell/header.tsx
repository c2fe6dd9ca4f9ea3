import type { ReactElement, ReactNode } from "react";
import { FindButton } from "#web/features/search/find-button.tsx";
import { Link } from "#web/lib/link.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { LogoMark, Wordmark } from "#web/ui/logo.tsx";
import styles from "./shell.module.css";
import { ThemeButton } from "./theme-button.tsx";

/** The current location as the router reports it. */
export interface Here {
  readonly pathname: string;
  readonly search: string;
  readonly state: unknown;
}

interface HeaderProps {
  readonly here: Here;
  /** A member's link to the own day. */
  readonly home?: ReactElement | undefined;
  /** Replaces 로그인 for a member. */
  readonly me?: ReactElement | undefined;
}

/** Logo, the member's day, the two public lists, and either 로그인 or 내정보, which is `me` (spec/ui.md §5). */
export const Header = ({ here, home, me }: HeaderProps) => (
  <header className={styles.header}>
    <div className={styles.in}>
      <Link className={cx(styles.logo)} to="/" aria-label="알고모임 홈">
        <LogoMark />
        <Wordmark height={23} className={styles.wordmark} />
      </Link>
      <nav className={styles.nav} aria-label="주 메뉴">
        {home}
        <AreaLink to="/team-list" area={/^.(team-(?!recruit)|posting)/} here={here}>
          <span>활동 중인 </span>팀
        </AreaLink>
        <AreaLink to="/team-recruit/list" area={/^.team-recruit/} here={here}>
          <span>팀원 </span>모집
        </AreaLink>
      </nav>
      <div className={styles.tools}>
        <FindButton />
        {me ?? (
          <>
            <ThemeButton />
            <LoginLink here={here} />
          </>
        )}
      </div>
    </div>
  </header>
);

/** Highlighted on the page itself and on those of its area. A `span` in it is hidden on most phones. */
export function AreaLink(props: { to: string; area?: RegExp; here: Here; children: ReactNode }) {
  const { to, area, here, children } = props;
  const isWithin = area?.test(here.pathname) ? "true" : undefined;
  return (
    <Link className={cx(styles.link)} to={to} aria-current={here.pathname === to ? "page" : isWithin}>
      {children}
    </Link>
  );
}

function LoginLink({ here: { pathname, search, state } }: { here: Here }) {
  const from = pathname === "/login" ? state : { from: pathname + search };
  return (
    <ButtonLink to="/login" state={from} size="small">
      로그인
    </ButtonLink>
  );
}
