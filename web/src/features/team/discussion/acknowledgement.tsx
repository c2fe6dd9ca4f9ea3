import { useQueryClient } from "@tanstack/react-query";
import { acknowledge, type Discussion } from "#contracts/discussion/api";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { useMemberInfo } from "#web/lib/member-info.ts";
import { useSession } from "#web/lib/session.ts";
import { Person } from "#web/ui/avatar.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Popover, usePopover } from "#web/ui/popover.tsx";
import styles from "./discussion.module.css";
import { discussionQuery } from "./queries.ts";

interface AcknowledgementProps {
  readonly discussion: Discussion;
  /** Whether the caller wrote the article, and thus cannot acknowledge it. */
  readonly isOwn: boolean;
}

/** `확인했어요` and how many did; their names on press (spec/discussion.md rule 10). */
export function Acknowledgement({ discussion, isOwn }: AcknowledgementProps) {
  const { articleId, acknowledgedBy } = discussion;
  const client = useQueryClient();
  const { uuid } = useSession();
  const { data: me } = useMemberInfo();
  const { queryKey } = discussionQuery(articleId);
  const names = usePopover();
  const marking = useCommand(acknowledge, {
    optimistic: ({ body: { acknowledged } }) => {
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (now) => {
        if (!now || uuid === null) return now;
        const others = now.acknowledgedBy.filter((one) => one.uuid !== uuid);
        const own = { uuid, memberName: me?.memberName ?? "", imageUrl: me?.memberImageUrl ?? "" };
        return { ...now, acknowledgedBy: acknowledged ? [...others, own] : others };
      });
      return () => client.setQueryData(queryKey, before);
    },
    failure: "확인 표시를 저장하지 못했어요",
  });
  const isDone = acknowledgedBy.some((one) => one.uuid === uuid);
  const count = acknowledgedBy.length;
  const title = `확인한 사람 ${count}명`;
  if (isOwn && count === 0) return null;
  return (
    <span className={styles.ack}>
      {!isOwn && (
        <button
          type="button"
          className={styles.ackPart}
          aria-pressed={isDone}
          onClick={() =>
            void marking.run({
              params: { articleId: String(articleId) },
              body: { acknowledged: !isDone },
            })
          }
        >
          {isDone && <Icon name="check" size="small" />}
          <span>확인했어요</span>
        </button>
      )}
      {count > 0 && (
        <button {...names.button} type="button" className={styles.ackPart} aria-label={title}>
          {isOwn ? `확인 ${count}` : count}
        </button>
      )}
      {names.isOpen && (
        <Popover {...names.popover} role="dialog" aria-label={title} align="end" className={styles.names}>
          <HiddenText>{title}</HiddenText>
          <ul>
            {acknowledgedBy.map(({ uuid, memberName, imageUrl }) => (
              <li key={uuid}>
                <Person name={memberName} src={imageUrl} size={28} />
              </li>
            ))}
          </ul>
        </Popover>
      )}
    </span>
  );
}
