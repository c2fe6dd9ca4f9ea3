import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { Solved } from "#contracts/my-solved/api";
import { type Provider, providerFacts, providers } from "#contracts/problems";
import { serverDay } from "#web/lib/server-clock.ts";
import { useSession } from "#web/lib/session.ts";
import { countOf, useResult, withPage } from "#web/ui/announcer.tsx";
import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fetched } from "#web/ui/fetched.tsx";
import { monthDay } from "#web/ui/month-calendar-days.ts";
import { Pagination, useExistingPage } from "#web/ui/pagination.tsx";
import { Select } from "#web/ui/select.tsx";
import { ProblemChips } from "../team/problem-chips.tsx";
import { HistorySkeleton } from "./history.tsx";
import styles from "./my-page.module.css";
import { solvedQuery } from "./queries.ts";
import { useTeamsAddress } from "./teams-address.ts";

const everySite = "all";
// An article never refers to a team's own problem.
const sites = providers.filter((provider) => provider !== "own");
const choices = [
  { value: everySite, label: "모든 문제 사이트" },
  ...sites.map((provider) => ({ value: provider, label: providerFacts[provider].label })),
] as const;

/** `푼 문제`: the problems of the member's articles in all teams (spec/daily-use.md §7.1). */
export function SolvedProblems() {
  const { uuid } = useSession();
  const { state, change, correct } = useTeamsAddress();
  const { site: provider, page } = state;
  const query = useQuery(solvedQuery(uuid, provider, page));
  const { data, isPlaceholderData } = query;
  useExistingPage(page, isPlaceholderData ? undefined : data?.page.totalPages, correct);
  useResult(
    withPage(choices.find(({ value }) => value === (provider ?? everySite))?.label ?? "", page),
    isPlaceholderData ? undefined : countOf("푼 문제", data?.page.totalElements),
  );

  return (
    <section aria-label="푼 문제">
      <div className={styles.solvedBar}>
        <p>모든 팀에서 푼 문제예요</p>
        <Select
          aria-label="문제 사이트"
          value={provider ?? everySite}
          choices={choices}
          onPick={(site) => change({ site: site === everySite ? null : (site as Provider), page: 0 })}
        />
      </div>
      <Fetched query={query} failed="푼 문제를 불러오지 못했어요" skeleton={<HistorySkeleton />}>
        {({ content }) =>
          content.length === 0 ? (
            <EmptyState title="아직 푼 문제가 없어요" text="글에 문제 링크를 적으면 여기에 모여요." />
          ) : (
            <ul
              className={cx(cardClass(), styles.solvedList, isPlaceholderData && styles.solvedWaiting)}
              aria-busy={isPlaceholderData}
            >
              {content.map((solved) => (
                <Row key={`${solved.provider} ${solved.number}`} solved={solved} />
              ))}
            </ul>
          )
        }
      </Fetched>
      <Pagination page={page} totalPages={data?.page.totalPages ?? 0} onPage={(page) => change({ page })} />
    </section>
  );
}

const Row = ({ solved }: { solved: Solved }) => (
  <li className={styles.solvedRow}>
    <ProblemChips problems={[solved]} />
    <Link
      className={styles.solvedTitle}
      to={`/team-dashboard/${solved.last.teamId}?date=${solved.lastDate}&article=${solved.last.articleId}`}
    >
      {solved.title ?? "마지막 글 보기"}
    </Link>
    <span className={styles.times}>
      {solved.count}번 · {monthDay(solved.lastDate, serverDay())}
    </span>
  </li>
);
