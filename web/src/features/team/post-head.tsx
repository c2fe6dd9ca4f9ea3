import type { ReactNode } from "react";
import { Avatar } from "#web/ui/avatar.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Tag } from "#web/ui/tag.tsx";
import styles from "./detail.module.css";
import { withoutSeconds } from "./texts.ts";

interface PostHeadProps {
  readonly category?: string;
  readonly title: string;
  readonly author: string;
  readonly picture: string;
  readonly createdDate: string;
  /** Edit and delete, for those who may. */
  readonly tools?: ReactNode;
}

/** Tag, title, author and time of what is being read. */
export const PostHead = ({ category, title, author, picture, createdDate, tools }: PostHeadProps) => (
  <>
    <div className={styles.top}>
      <div className={styles.heading}>
        {category && (
          <div className={styles.tag}>
            <Tag category={category} />
          </div>
        )}
        <h3>{title}</h3>
      </div>
      {tools && <div className={styles.tools}>{tools}</div>}
    </div>
    <div className={styles.who}>
      <Avatar name={author} src={picture} size={28} />
      <b>{author}</b>
      <time dateTime={createdDate}>{withoutSeconds(createdDate)}</time>
    </div>
  </>
);

/** Edit and delete of a post, `what` names it for those who do not see the icons. */
export const PostTools = ({
  what,
  isDeleting,
  onEdit,
  onDelete,
}: {
  what: string;
  isDeleting: boolean;
  onEdit: () => void;
  onDelete: () => void;
}) => (
  <>
    <IconButton icon="pencil" label={`${what} 수정`} title="수정" onClick={onEdit} />
    <IconButton
      icon="trash"
      look="danger"
      label={`${what} 삭제`}
      title="삭제"
      disabled={isDeleting}
      onClick={onDelete}
    />
  </>
);
