import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProblemEntry } from "#contracts/problem-queue/api";
import { type ProblemQueue, problemQueueQuery } from "#web/features/team/rhythm/problem-queue.ts";
import { TeamRoute } from "#web/features/team/team-route.tsx";
import { useSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fetched } from "#web/ui/fetched.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { PasteForm, usePastedProblems } from "./paste-form.tsx";
import styles from "./problem-queue.module.css";
import { useQueueCommands } from "./queue-commands.ts";
import { EntryDialog } from "./queue-entry-dialog.tsx";
import { acceptedOf } from "./queue-order.ts";
import { Proposals, QueuedProblems } from "./queued-problems.tsx";
import { RhythmFrame } from "./settings-frame.tsx";

/** The problems that wait for their day (spec/rhythm.md §5). */
export const ProblemQueuePage = () => <TeamRoute page={QueueScreen} />;

function QueueScreen({ teamId }: { teamId: number }) {
  // Fetched in parallel to the rhythm.
  usePrefetchQuery(problemQueueQuery(teamId));
  return (
    <RhythmFrame teamId={teamId} skeleton={<QueueSkeleton />}>
      {({ today }, isManager) => <QueuePane teamId={teamId} isManager={isManager} today={today.date} />}
    </RhythmFrame>
  );
}

interface QueuePaneProps {
  readonly teamId: number;
  readonly isManager: boolean;
  /** The team's day. */
  readonly today: string;
}

function QueuePane({ teamId, isManager, today }: QueuePaneProps) {
  const query = useQuery(problemQueueQuery(teamId));
  return (
    <Fetched query={query} failed="대기열을 가져오지 못했어요" skeleton={<QueueSkeleton />}>
      {(queue) => <Queue teamId={teamId} isManager={isManager} today={today} queue={queue} />}
    </Fetched>
  );
}

function Queue({
  teamId,
  isManager,
  today,
  queue: { entries, autoPosting },
}: QueuePaneProps & { readonly queue: ProblemQueue }) {
  const { uuid } = useSession();
  const commands = useQueueCommands(teamId);
  const pasted = usePastedProblems(teamId, isManager);
  const [isProposing, setProposing] = useState(false);
  /** As it was when its dialog opened: what is typed stays even if others remove it. */
  const [edited, setEdited] = useState<ProblemEntry | null>(null);
  const queued = acceptedOf(entries);
  const proposed = entries.filter(
    ({ accepted, proposedBy }) => !accepted && (isManager || proposedBy.uuid === uuid),
  );
  const isFormOpen = isManager || isProposing || pasted.text !== "";
  return (
    <section aria-label="문제 대기열">
      <div className={styles.head}>
        <SectionTitle>
          문제 대기열 <span className={styles.count}>{queued.length}</span>
          <HiddenText>개</HiddenText>
        </SectionTitle>
        {isManager ? (
          <span className={styles.auto}>
            <span aria-hidden="true">매일 자동으로 올리기</span>
            <Switch label="매일 자동으로 올리기" checked={autoPosting} onSwitch={commands.switchTo} />
          </span>
        ) : (
          !isFormOpen && (
            <Button size="small" onClick={() => setProposing(true)}>
              문제 제안하기
            </Button>
          )
        )}
      </div>
      {isFormOpen && <PasteForm pasted={pasted} isManager={isManager} hasFocus={isProposing} />}
      <Proposals entries={proposed} isManager={isManager} commands={commands} />
      {queued.length === 0 ? (
        <Card className={styles.queue}>
          <EmptyState title="대기열이 비어 있어요" />
        </Card>
      ) : (
        <QueuedProblems
          entries={queued}
          isManager={isManager}
          today={today}
          commands={commands}
          onEdit={setEdited}
        />
      )}
      {edited && <EntryDialog teamId={teamId} entry={edited} onGone={() => setEdited(null)} />}
    </section>
  );
}

const QueueSkeleton = () => (
  <>
    <SectionTitle className={styles.head}>문제 대기열</SectionTitle>
    <Card className={styles.skeleton} aria-busy="true">
      <HiddenText>정보를 가져오는 중…</HiddenText>
      {[156, 212, 132, 188].map((width) => (
        <div key={width} className={styles.skeletonRow}>
          <Skeleton width={92} height={18} />
          <Skeleton width={width} height={18} />
        </div>
      ))}
    </Card>
  </>
);
