import type { Page } from "#contracts/endpoint";
import type { Team } from "#contracts/team/api";
import { countOf, useResult, withPage } from "#web/ui/announcer.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { type Fetch, Fetched } from "#web/ui/fetched.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { Pagination, useExistingPage } from "#web/ui/pagination.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { sorts } from "./list-address.ts";
import { TeamCard, TeamCardSkeletons } from "./team-card.tsx";
import styles from "./team-list.module.css";
import type { TeamSearch } from "./use-team-search.ts";

interface FindTeamsProps {
  readonly teams: Fetch<Page<Team>>;
  readonly mine: ReadonlySet<number>;
  readonly search: TeamSearch;
  /** Whether the shown teams are those of the previous page or keyword. */
  readonly isWaiting: boolean;
  /** Whether no carousel is shown above. */
  readonly isAlone: boolean;
}

/** Order, search box, a page of team cards, pagination. */
export function FindTeams({ teams, mine, search, isWaiting, isAlone }: FindTeamsProps) {
  const { page, setPage, correct } = search;
  const totalPages = teams.data?.page.totalPages;
  useExistingPage(page, isWaiting ? undefined : totalPages, correct);
  const order = sorts.find(([sort]) => sort === search.sort)?.[1];
  useResult(
    withPage(search.keyword ? `‘${search.keyword}’ ${order}` : `${order}`, page),
    isWaiting ? undefined : countOf("팀", teams.data?.page.totalElements),
  );

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
      <Fetched query={teams} failed="팀 목록을 불러오지 못했어요" skeleton={<TeamCardSkeletons />}>
        {({ content }) =>
          content.length === 0 ? (
            <EmptyState
              art="search"
              title="존재하지 않는 팀이에요."
              text="다른 이름으로 찾거나, 직접 팀을 만들어 보세요."
            />
          ) : (
            <ul className={cx(styles.grid, isWaiting && styles.waiting)} aria-busy={isWaiting}>
              {content.map((team) => (
                <TeamCard key={team.teamId} team={team} isMine={mine.has(team.teamId)} />
              ))}
            </ul>
          )
        }
      </Fetched>
      <Pagination page={page} totalPages={totalPages ?? 0} onPage={setPage} />
    </section>
  );
}
