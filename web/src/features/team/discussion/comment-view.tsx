import { type ReactNode, useState } from "react";
import type { MemberRef } from "#contracts/article/api";
import { type Comment, deleteComment, editComment } from "#contracts/discussion/api";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { useConflict } from "#web/lib/calls/use-conflict.ts";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { currentToken, memberOf } from "#web/lib/session.ts";
import { openFormDraft } from "#web/lib/unsent/form-draft.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/cx.ts";
import { clockTime, dottedDate } from "#web/ui/date-texts.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.tsx";
import { CommentText } from "./comment-text.tsx";
import { Composer } from "./composer.tsx";
import styles from "./discussion.module.css";

/** `21:07`, of another day `2025.12.10`; `day` is that of the article. */
function timeText(createdAt: string, day: string): string {
  return createdAt.slice(0, 10) === day ? clockTime(new Date(createdAt)) : dottedDate(createdAt);
}

const goneTexts = {
  deleted: "삭제된 의견이에요.",
  "deleted-by-manager": "방장이 삭제한 의견이에요.",
  withdrawn: "탈퇴한 회원의 의견이에요.",
} as const;

const deletionFailed = "의견을 삭제하지 못했어요";
const editFailed = "의견을 수정하지 못했어요";

/** As large as the rest of the panel without its Markdown. */
const dialogs = lazyModule(() => import("./comment-dialogs.tsx"));

export interface CommentsProps {
  readonly articleId: number;
  /** The day of the article. */
  readonly day: string;
  /** Present members of the team. */
  readonly people: readonly MemberRef[];
  /** Fetches the discussion again. */
  readonly refresh: () => Promise<unknown>;
}

/** One comment with the menu of those who may change it. */
export function CommentView(props: CommentsProps & { comment: Comment }) {
  const { comment, day, people } = props;
  const { author, state, text, createdAt } = comment;
  const [isEditing, setEditing] = useState(false);
  if (state !== "posted" || text === null)
    return (
      <p className={styles.gone} data-comment={comment.commentId}>
        {state === "posted" ? goneTexts.withdrawn : goneTexts[state]}
        {comment.reason !== null && <span>{comment.reason}</span>}
      </p>
    );
  return (
    <div className={styles.comment} data-comment={comment.commentId}>
      <Avatar name={author.memberName} src={author.imageUrl} size={28} />
      <div className={styles.who}>
        <b>{author.memberName}</b>
        <time dateTime={createdAt}>{timeText(createdAt, day)}</time>
        {comment.editedAt !== null && <span>수정됨</span>}
        {comment.canDelete && <CommentMenu {...props} onEdit={() => setEditing(true)} />}
      </div>
      {isEditing ? (
        <CommentEditor {...props} text={text} onDone={() => setEditing(false)} />
      ) : (
        <CommentText text={text} mentions={[...people, ...comment.mentions]} />
      )}
    </div>
  );
}

function CommentMenu({
  articleId,
  comment,
  refresh,
  onEdit,
}: CommentsProps & { comment: Comment; onEdit: () => void }) {
  const { isAuthor, author, commentId } = comment;
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const params = { articleId: String(articleId), commentId: String(commentId) };
  const deleting = useCommand(deleteComment, {
    confirm: isAuthor
      ? { title: "의견을 삭제하시겠어요?", text: "삭제한 의견은 복구되지 않아요.", yes: "삭제", danger: true }
      : null,
    refresh,
    success: "의견을 삭제했어요",
    failure: deletionFailed,
  });
  const loaded = useLazyModule(dialogs, isAsking, () => {
    setAsking(false);
    toast.error(deletionFailed);
  });
  const remove = async () => {
    await deleting.run({ params, body: reason.trim() === "" ? {} : { reason } });
    setAsking(false);
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton
            icon="more"
            label={`${author.memberName}님의 의견, 메뉴`}
            className={styles.menu}
            data-next-focus
          />
        }
      >
        {isAuthor && <MenuItem onClick={onEdit}>수정</MenuItem>}
        <MenuItem danger onClick={() => (isAuthor ? void remove() : setAsking(true))}>
          삭제
        </MenuItem>
      </Menu>
      {loaded && (
        <loaded.DeletionDialog
          open={isAsking}
          reason={reason}
          pending={deleting.isPending}
          onReason={setReason}
          onDelete={() => void remove()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface EditorProps extends CommentsProps {
  readonly comment: Comment;
  readonly text: string;
  readonly onDone: () => void;
}

function CommentEditor({ articleId, comment, text, people, refresh, onDone }: EditorProps) {
  /** What is edited: the comment as it was then, or the one stored meanwhile. */
  const [start, setStart] = useState({ text, revision: comment.revision });
  const [mine, setMine] = useState(text);
  const form = `comment-edit/${comment.commentId}`;
  const endDraft = () => openFormDraft(memberOf(currentToken()), form).keep(undefined);
  const known = [...people, ...comment.mentions];
  const conflict = useConflict<Comment>({
    onUseStored: ({ text, revision }) => {
      endDraft();
      setStart({ text: text ?? "", revision });
    },
    onKeepMine: ({ revision }) => void save(mine, revision),
  });
  const saving = useCommand(editComment, {
    refresh,
    failure: (error) => (conflict.show(error) ? null : editFailed),
  });
  const loaded = useLazyModule(dialogs, conflict.isOpen, () => {
    conflict.close();
    toast.error(editFailed);
  });
  const save = async (next: string, revision = start.revision) => {
    setMine(next);
    const params = { articleId: String(articleId), commentId: String(comment.commentId) };
    const answer = await saving.run({ params, body: { text: next }, ifMatch: revision });
    if (!answer) return false;
    endDraft();
    conflict.close();
    onDone();
    return true;
  };
  return (
    <>
      <Composer
        key={start.revision}
        form={form}
        start={start.text}
        since={start.revision}
        people={known}
        label="의견 수정"
        placeholder="의견을 남겨 보세요"
        send="저장"
        focus
        isKept
        pending={saving.isPending}
        onSend={save}
        onCancel={onDone}
      />
      {loaded && (
        <loaded.ConflictDialog
          open={conflict.isOpen}
          mine={<CommentText text={mine} mentions={known} />}
          stored={<CommentText text={conflict.stored?.text ?? ""} mentions={known} />}
          pending={saving.isPending}
          onUseStored={conflict.onUseStored}
          onKeepMine={conflict.onKeepMine}
          onBack={conflict.onBack}
        />
      )}
    </>
  );
}

/** An own comment that is on its way, or has failed. */
export const PendingComment = ({
  text,
  author,
  people,
  children,
  isFailed,
}: {
  text: string;
  author: Pick<MemberRef, "memberName" | "imageUrl">;
  people: readonly MemberRef[];
  isFailed: boolean;
  /** Its state. */
  children: ReactNode;
}) => (
  <div className={cx(styles.comment, !isFailed && styles.pending)}>
    <Avatar name={author.memberName} src={author.imageUrl} size={28} />
    <div className={styles.who}>
      <b>{author.memberName}</b>
      <span>방금</span>
    </div>
    <CommentText text={text} mentions={people} />
    {children}
  </div>
);
