import { useState } from "react";
import type { RoleHistoryEntry } from "#contracts/membership/api";
import { useArrivals } from "#web/lib/live/use-arrivals.ts";
import { type AddressCodec, pageParameter, useAddress } from "#web/lib/use-address.ts";
import { countOf, useAnnounced, useResult, withPage } from "#web/ui/announcer.tsx";
import arrival from "#web/ui/arrival.module.css";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fetched } from "#web/ui/fetched.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Pagination, useExistingPage } from "#web/ui/pagination.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import {
  actionLabels,
  actorName,
  isOwnDoing,
  minuteOf,
  roleLabel,
  sentenceOf,
  toneOf,
} from "./history-texts.ts";
import { HistoryTools } from "./history-tools.tsx";
import type { TeamMember } from "./queries.ts";
import styles from "./team-settings.module.css";
import { peopleOf, useHistory } from "./use-history.ts";

/** Member and page of the history in the address. */
const historyAddress: AddressCodec<{ readonly member: string | null; readonly page: number }> = {
  read: (search) => ({ member: search.get("member"), page: pageParameter.read(search) }),
  write: ({ member, page }) => ({ member, ...pageParameter.write(page) }),
};

/** The entries, newest first, paginated, for all members or one, updated live. */
export function HistoryPane({ teamId, members }: { teamId: number; members: readonly TeamMember[] }) {
  const { state, change, correct } = useAddress(historyAddress);
  const { member, page } = state;
  const [isFiltered, setFiltered] = useState(member !== null);
  const { query, whole } = useHistory(teamId, { member, page, isFiltered });
  const entries = query.data?.content;
  const people = peopleOf(members, whole ?? entries ?? []);
  const settled = query.isPlaceholderData ? undefined : entries;
  useExistingPage(page, settled && query.data?.page.totalPages, correct);
  // On later pages new rows are entries moved from the page before, so only the first page marks arrivals.
  const arrived = useArrivals(
    `history of ${teamId} ${member} ${page}`,
    page > 0 ? [] : settled?.map(({ entryId }) => entryId),
  );
  const news = settled?.find(({ entryId }) => arrived.has(entryId));
  const totalPages = query.data?.page.totalPages ?? 0;
  useAnnounced(news && sentenceOf(news));
  const whose = people.find(({ value }) => value === member)?.label ?? "모든 멤버";
  useResult(withPage(whose, page), settled && countOf("이력", query.data?.page.totalElements));

  return (
    <div className={styles.pane}>
      <HistoryTools
        teamId={teamId}
        people={people}
        member={member}
        onFilter={() => setFiltered(true)}
        onMember={(next) => change({ member: next, page: 0 })}
      />
      <Fetched query={query} failed="이력을 가져오지 못했습니다." skeleton={<HistorySkeleton />}>
        {({ content }) =>
          content.length === 0 ? (
            <EmptyState title="아직 이력이 없어요" />
          ) : (
            <ol className={cx(query.isPlaceholderData && styles.waiting)} aria-busy={query.isPlaceholderData}>
              {content.map((entry) => (
                <HistoryEntry key={entry.entryId} entry={entry} hasArrived={arrived.has(entry.entryId)} />
              ))}
            </ol>
          )
        }
      </Fetched>
      <Pagination
        page={page}
        totalPages={totalPages}
        onPage={(page) => change({ page })}
        label="이력 페이지"
      />
    </div>
  );
}

/** Time, actor, target, both roles and the reason. */
const HistoryEntry = ({ entry, hasArrived }: { entry: RoleHistoryEntry; hasArrived: boolean }) => (
  <li className={cx(styles.entry, styles[toneOf(entry)], hasArrived && arrival.arrived)}>
    <time dateTime={entry.occurredAt}>{minuteOf(entry.occurredAt)}</time>
    <span className={styles.dot} aria-hidden="true" />
    <HiddenText>{sentenceOf(entry)}</HiddenText>
    <span className={styles.line} aria-hidden="true">
      {!isOwnDoing(entry) && (
        <>
          <b>{actorName(entry)}</b>
          <Icon name="arrow-right" />
        </>
      )}
      <b>{entry.target.memberName}</b>
      <span className={styles.kind}>{actionLabels[entry.action]}</span>
    </span>
    <span className={styles.roles} aria-hidden="true">
      {roleLabel(entry.before)} →{" "}
      {entry.after === "MANAGER" ? <b>{roleLabel(entry.after)}</b> : <span>{roleLabel(entry.after)}</span>}
    </span>
    {entry.invitedBy && <p className={styles.historyWhy}>{entry.invitedBy.memberName}님의 초대 링크로</p>}
    {entry.reason && <p className={styles.historyWhy}>{entry.reason}</p>}
  </li>
);

/** Skeleton of the entries. */
const HistorySkeleton = () => (
  <div aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    {[180, 140, 200].map((width) => (
      <div key={width} className={styles.entry}>
        <Skeleton width={112} />
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.line}>
          <Skeleton width={width} height={18} />
        </span>
      </div>
    ))}
  </div>
);
