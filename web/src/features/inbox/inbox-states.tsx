import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./inbox.module.css";
import { SleepingPair } from "./sleeping-pair.tsx";

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
