import type { ReactNode } from "react";
import type { ProblemReference } from "#contracts/problems";
import { Avatar } from "#web/ui/avatar.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Tag } from "#web/ui/tag.tsx";
import styles from "./detail.module.css";
import { ProblemChips } from "./problem-chips.tsx";
import { withoutSeconds } from "./texts.ts";

interface PostHeadProps {
  readonly category?: string;
  readonly title: string;
  readonly author: string;
  readonly picture: string;
  readonly createdDate: string;
  readonly problems: readonly ProblemReference[];
  /** The buttons beside the title. */
  readonly children: ReactNode;
}

/** Tag, title, author and time of the open post. */
export const PostHeader = ({
  category,
  title,
  author,
  picture,
  createdDate,
  problems,
  children,
}: PostHeadProps) => (
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
      <div className={styles.tools}>{children}</div>
    </div>
    <div className={styles.who}>
      <Avatar name={author} src={picture} size={28} />
      <b>{author}</b>
      <time dateTime={createdDate}>{withoutSeconds(createdDate)}</time>
      <ProblemChips problems={problems} />
    </div>
  </>
);

interface PostToolsProps {
  /** Names the post in the accessible names of the buttons. */
  readonly what: string;
  readonly isDeleting: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** The buttons of members who may edit and delete a post. */
export const PostTools = ({ what, isDeleting, onEdit, onDelete }: PostToolsProps) => (
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

export const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <IconButton icon="x" label="닫기" onClick={onClose} />
);
