import type { ReactElement, ReactNode } from "react";
import { FindButton } from "#web/features/search/find-button.tsx";
import { Link } from "#web/lib/link.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { LogoMark, Wordmark } from "#web/ui/logo.tsx";
import styles from "./header.module.css";
import { ThemeButton } from "./theme-button.tsx";

/** The current location as the router reports it. */
export interface Here {
  readonly pathname: string;
  readonly search: string;
  readonly state: unknown;
}

/** Logo, the two public lists, and either 로그인 or 내정보, which is `me` (spec/ui.md §5). */
export const Header = ({ here, me }: { here: Here; me: ReactElement | undefined }) => (
  <header className={styles.header}>
    <div className={styles.in}>
      <Link className={cx(styles.logo)} to="/" aria-label="알고모임 홈">
        <LogoMark />
        <Wordmark height={23} className={styles.wordmark} />
      </Link>
      <nav className={styles.nav} aria-label="주 메뉴">
        <AreaLink to="/team-list" area="/team-list" here={here}>
          활동 중인 팀
        </AreaLink>
        <AreaLink to="/team-recruit/list" area="/team-recruit" here={here}>
          팀원 모집
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

/** Highlighted on the page itself and on those of its area. */
function AreaLink(props: { to: string; area: string; here: Here; children: ReactNode }) {
  const { to, area, here, children } = props;
  const isWithin = here.pathname.startsWith(`${area}/`) ? "true" : undefined;
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
