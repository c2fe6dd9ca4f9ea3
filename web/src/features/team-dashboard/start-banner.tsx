import { useQuery } from "@tanstack/react-query";
import { type Start, steps, teamAddress, useStart } from "#web/features/team/start-steps.ts";
import { todayQuery } from "#web/features/team/today-query.ts";
import { useSession } from "#web/lib/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { linkClass } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./team-dashboard.module.css";

interface StartBannerProps {
  readonly teamId: number;
  readonly today: string;
}

/** `팀 시작하기 1/4` on the page of a new team, for its managers (spec/daily-use.md §7.2, §7.8). */
export function StartBanner({ teamId, today }: StartBannerProps) {
  const { uuid } = useSession();
  const query = useQuery(todayQuery(uuid, undefined));
  const start = query.data?.teams.find((team) => team.teamId === teamId)?.start;
  if (query.isPending) return <Skeleton height={48} className={styles.skeleton} />;
  return start ? <StartLine teamId={teamId} today={today} start={start} /> : null;
}

function StartLine({ teamId, today, start }: StartBannerProps & { start: Start }) {
  const { isGone, done, next, close } = useStart(teamId, start);
  if (isGone) return null;
  const to = next?.to(teamId, today);
  return (
    <section className={styles.banner} aria-label="팀 시작하기">
      <Icon name="flag" />
      <p className={styles.startBannerText}>
        팀 시작하기{" "}
        <b>
          {done}/{steps.length}
        </b>
        {!next && <span className={styles.ready}>준비가 끝났어요</span>}
      </p>
      {next && to && (
        <>
          <button type="button" className={cx(linkClass, styles.close)} onClick={close}>
            그만 보기
          </button>
          <ButtonLink size="small" to={to} state={next.state} replace={to === teamAddress(teamId)}>
            {next.title}
          </ButtonLink>
        </>
      )}
    </section>
  );
}
