import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { pair } from "#web/ui/mascots.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./inbox.module.css";

export const inboxFailed = "알림을 가져오지 못했어요";

export const NothingYet = () => (
  <EmptyState
    drawing={<SleepingPair />}
    title="아직 받은 알림이 없어요"
    text="팀에 새 문제나 공지가 올라오면 여기에 모아 둘게요."
  >
    <ButtonLink look="soft" size="small" to="/team-list">
      팀 둘러보기
    </ButtonLink>
  </EmptyState>
);

export const NothingUnread = () => (
  <EmptyState drawing={<SleepingPair />} title="모두 읽었어요" text="안 읽은 알림이 없어요." />
);

export const InboxFailed = ({ title = inboxFailed, onRetry }: { title?: string; onRetry: () => void }) => (
  <EmptyState art="broken" title={title} text="잠시 후 다시 시도해 주세요.">
    <Button look="neutral" size="small" onClick={onRetry}>
      <Icon name="refresh" size="small" />
      다시 시도
    </Button>
  </EmptyState>
);

export const OfflineNote = () => (
  <Notice icon="offline" className={styles.offline}>
    연결이 끊겼어요. 다시 이어지면 새 알림을 보여드릴게요.
  </Notice>
);

export const RowSkeletons = () => (
  <ul aria-busy="true" aria-label="알림을 가져오는 중…">
    {["86%", "70%", "78%"].map((width) => (
      <li key={width} className={styles.notificationRow}>
        <Skeleton width={40} height={40} round />
        <span className={styles.lines}>
          <Skeleton width={width} height={16} />
          <Skeleton width="34%" height={12} />
        </span>
      </li>
    ))}
  </ul>
);

/** The two mascots with closed eyes under a bell, 160 by 110 px. */
const SleepingPair = () => (
  <>
    {pair}
    <path
      d="M39 64c2 3 6 3 8 0M56 64c2 3 6 3 8 0M97 62c2 3 6 3 8 0M110 62c2 3 6 3 8 0"
      stroke="#1b1336"
      strokeWidth="2.6"
      strokeLinecap="round"
    />
    <path
      d="M48 74c2.5 2.5 5.5 2.5 8 0M104 71c2 2 4.5 2 6.5 0"
      stroke="#1b1336"
      strokeWidth="2.2"
      strokeLinecap="round"
    />
    <path
      d="M72 22a8.5 8.5 0 0 1 17 0c0 7.2 2.8 9 2.8 9H69.2s2.8-1.8 2.8-9ZM77.5 34a3.2 3.2 0 0 0 6 0"
      stroke="#8488ec"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </>
);
