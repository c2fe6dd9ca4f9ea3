import { Link, NavLink, useLocation } from "react-router-dom";
import { useSession } from "#web/lib/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { LogoMark, Wordmark } from "#web/ui/logo.tsx";
import styles from "./header.module.css";
import { MeMenu } from "./me-menu.tsx";

/** Logo, the two places everybody goes, and either 로그인 or 내정보 (spec/ui.md §5). */
export function Header() {
  const { isLoggedIn } = useSession();
  return (
    <header className={styles.header}>
      <div className={styles.in}>
        <Link className={styles.logo} to="/" aria-label="알고모임 홈">
          <LogoMark />
          <Wordmark height={23} className={styles.wordmark} />
        </Link>
        <nav className={styles.nav} aria-label="주 메뉴">
          <NavLink className={cx(styles.link)} to="/team-list">
            활동 중인 팀
          </NavLink>
          <RecruitmentLink />
        </nav>
        {isLoggedIn ? <MeMenu /> : <LoginLink />}
      </div>
    </header>
  );
}

/** Highlighted on all pages of recruitments. */
function RecruitmentLink() {
  const to = "/team-recruit/list";
  const { pathname } = useLocation();
  const isHere = pathname === to ? "page" : pathname.startsWith("/team-recruit/") ? "true" : undefined;
  return (
    <Link className={cx(styles.link)} to={to} aria-current={isHere}>
      팀원 모집
    </Link>
  );
}

function LoginLink() {
  const { pathname, search, state } = useLocation();
  const from = pathname === "/login" ? state : { from: pathname + search };
  return (
    <ButtonLink to="/login" state={from} size="small">
      로그인
    </ButtonLink>
  );
}
