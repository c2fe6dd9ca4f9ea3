import { useEffect } from "react";
import type { Page } from "#contracts/endpoint";
import type { Team } from "#contracts/team/api";
import { cx } from "#web/ui/cx.ts";
import { EmptyState, FailedState } from "#web/ui/empty-state.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { sorts } from "./list-address.ts";
import { TeamCard, TeamCardSkeletons } from "./team-card.tsx";
import styles from "./team-list.module.css";
import type { TeamSearch } from "./use-team-search.ts";

interface FindTeamsProps {
  readonly teams: Page<Team> | undefined;
  readonly mine: ReadonlySet<number>;
  readonly search: TeamSearch;
  /** What is shown belongs to the former page or keyword. */
  readonly isWaiting: boolean;
  readonly failure: unknown;
  /** No carousel above. */
  readonly isAlone: boolean;
  readonly onRetry: () => void;
}

/** Order, search box, a page of team cards, pagination. */
export function FindTeams({ teams, mine, search, isWaiting, failure, isAlone, onRetry }: FindTeamsProps) {
  // Teams may vanish while the last page is shown.
  const last = Math.max(0, (teams?.page.totalPages ?? 1) - 1);
  const { page, setPage, correctPage } = search;
  useEffect(() => {
    if (teams && !isWaiting && page > last) correctPage(last);
  }, [teams, isWaiting, page, last, correctPage]);

  return (
    <section className={cx(styles.find, isAlone && styles.alone)} aria-label="활동 팀 찾기">
      <div className={styles.head}>
        <SectionTitle>활동 팀 찾기</SectionTitle>
        <div className={styles.tools}>
          <Segments label="순서" options={sorts} value={search.sort} onPick={search.setSort} />
          <SearchInput
            className={styles.search}
            label="팀 검색"
            placeholder="팀 이름으로 찾기"
            {...search.box}
          />
        </div>
      </div>
      {failure ? (
        <FailedState title="팀 목록을 불러오지 못했어요" error={failure} onRetry={onRetry} />
      ) : !teams ? (
        <TeamCardSkeletons />
      ) : teams.content.length === 0 ? (
        <EmptyState
          art="search"
          title="존재하지 않는 팀이에요."
          text="다른 이름으로 찾거나, 직접 팀을 만들어 보세요."
        />
      ) : (
        <ul className={cx(styles.grid, isWaiting && styles.waiting)} aria-busy={isWaiting}>
          {teams.content.map((team) => (
            <TeamCard key={team.teamId} team={team} isMine={mine.has(team.teamId)} />
          ))}
        </ul>
      )}
      <Pagination page={page} totalPages={teams?.page.totalPages ?? 0} onPage={setPage} />
    </section>
  );
}
