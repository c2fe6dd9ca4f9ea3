import { type ReactNode, useId, useState } from "react";
import type { MemberRef } from "#contracts/article/api";
import type { Comment } from "#contracts/discussion/api";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { type CommentsProps, CommentView, PendingComment } from "./comment-view.tsx";
import { Composer } from "./composer.tsx";
import styles from "./discussion.module.css";
import { type PlacedThread, placeText } from "./places.ts";
import type { Posting } from "./use-posting.ts";

/** More replies than these are folded; the first and the last two stay. */
const unfolded = 3;

interface PostingProps {
  readonly posting: Posting;
  readonly people: readonly MemberRef[];
  readonly me: Pick<MemberRef, "memberName" | "imageUrl">;
  readonly onAgain: (key: string) => void;
  readonly onGiveUp: (key: string) => void;
}

/** An own comment before the server has confirmed it (spec/discussion.md §5). */
export const PostingView = ({ posting, people, me, onAgain, onGiveUp }: PostingProps) => (
  <PendingComment text={posting.text} author={me} people={people} isFailed={posting.failure !== null}>
    {posting.failure === null ? (
      <p className={styles.state}>
        <Spinner />
        보내는 중…
      </p>
    ) : (
      <p className={cx(styles.state, styles.failed)} role="alert">
        <Icon name="alert" size="small" />
        {posting.failure}
        <button type="button" className={styles.small} onClick={() => onAgain(posting.key)}>
          다시 보내기
        </button>
        <button type="button" className={styles.small} onClick={() => onGiveUp(posting.key)}>
          지우기
        </button>
      </p>
    )}
  </PendingComment>
);

interface FrameProps {
  readonly place: string;
  readonly line?: string | undefined;
  readonly threadId?: number;
  readonly isChosen?: boolean;
  readonly isNew?: boolean;
  readonly children: ReactNode;
}

/** The frame of a thread with its place as heading. */
export function ThreadFrame({ place, line, threadId, isChosen, isNew, children }: FrameProps) {
  const heading = useId();
  return (
    <article
      className={cx(styles.thread, isChosen && styles.chosen, isNew && styles.new)}
      aria-labelledby={heading}
      data-thread={threadId}
      tabIndex={-1}
    >
      <h4 id={heading} className={styles.place}>
        <span>{place}</span>
        {line && <code>{line.trim()}</code>}
      </h4>
      {children}
    </article>
  );
}

interface ThreadProps extends CommentsProps {
  readonly placed: PlacedThread;
  readonly isChosen: boolean;
  /** Ids of the comments that have just arrived. */
  readonly arrived: ReadonlySet<string>;
  readonly pending: readonly ReactNode[];
  readonly onReply: (threadId: number, text: string) => Promise<boolean>;
}

export function ThreadView(props: ThreadProps) {
  const { placed, isChosen, arrived, pending, onReply, ...rest } = props;
  const { thread, place } = placed;
  const { threadId, anchor, quote, comments } = thread;
  const [isReplying, setReplying] = useState(false);
  const isOutdated = place === undefined;
  const shown = place === undefined ? anchor : place;
  const [root, ...replies] = comments;
  return (
    <ThreadFrame
      threadId={threadId}
      place={placeText(shown)}
      line={isOutdated ? undefined : quote?.[0]}
      isChosen={isChosen}
      isNew={comments.some(({ commentId }) => arrived.has(String(commentId)))}
    >
      {isOutdated && quote && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide lines scroll with the keyboard
        <pre className={styles.quote} tabIndex={0}>
          <code>{quote.join("\n")}</code>
        </pre>
      )}
      {root && <CommentView {...rest} comment={root} />}
      <Replies {...rest} replies={replies} pending={pending} />
      <div>
        {isReplying ? (
          <Composer
            form={`comment-reply/${threadId}`}
            people={rest.people}
            label="답글"
            placeholder="답글을 남겨 보세요"
            send="남기기"
            focus
            onSend={(text) => {
              setReplying(false);
              return onReply(threadId, text);
            }}
            onCancel={() => setReplying(false)}
          />
        ) : (
          <p className={styles.foot}>
            <button type="button" data-next-focus className={styles.small} onClick={() => setReplying(true)}>
              답글
            </button>
          </p>
        )}
      </div>
    </ThreadFrame>
  );
}

interface RepliesProps extends CommentsProps {
  readonly replies: readonly Comment[];
  readonly pending: readonly ReactNode[];
}

function Replies({ replies, pending, ...rest }: RepliesProps) {
  const [isOpen, setOpen] = useState(false);
  if (replies.length + pending.length === 0) return null;
  const isFolded = !isOpen && replies.length > unfolded;
  return (
    <ul className={styles.replies} aria-label="답글">
      {(isFolded ? replies.slice(0, 1) : replies).map((reply) => (
        <li key={reply.commentId}>
          <CommentView {...rest} comment={reply} />
        </li>
      ))}
      {isFolded && (
        <li>
          <button type="button" className={styles.small} onClick={() => setOpen(true)}>
            답글 {replies.length - unfolded}개 더 보기
          </button>
        </li>
      )}
      {(isFolded ? replies.slice(-2) : []).map((reply) => (
        <li key={reply.commentId}>
          <CommentView {...rest} comment={reply} />
        </li>
      ))}
      {pending.map((one, index) => (
        <li key={index}>{one}</li>
      ))}
    </ul>
  );
}
