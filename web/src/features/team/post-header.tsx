import type { ReactElement } from "react";
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
  /** The button `주소 복사`. */
  readonly copy: ReactElement;
  /** The buttons of members who may edit and delete the post; `what` names the post in their accessible names. */
  readonly tools: false | { what: string; isDeleting: boolean; onEdit: () => void; onDelete: () => void };
  /** Absent if the pane is always open. */
  readonly onClose?: (() => void) | undefined;
}

/** Tag, title, author and time of the open post. */
export const PostHeader = ({
  category,
  title,
  author,
  picture,
  createdDate,
  problems,
  copy,
  tools,
  onClose,
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
      <div className={styles.tools}>
        {tools && (
          <>
            <IconButton icon="pencil" label={`${tools.what} 수정`} title="수정" onClick={tools.onEdit} />
            <IconButton
              icon="trash"
              look="danger"
              label={`${tools.what} 삭제`}
              title="삭제"
              disabled={tools.isDeleting}
              onClick={tools.onDelete}
            />
          </>
        )}
        {copy}
        {onClose && <IconButton icon="x" label="닫기" onClick={onClose} />}
      </div>
    </div>
    <div className={styles.who}>
      <Avatar name={author} src={picture} size={28} />
      <b>{author}</b>
      <time dateTime={createdDate}>{withoutSeconds(createdDate)}</time>
      <ProblemChips problems={problems} />
    </div>
  </>
);
