import { Fragment } from "react";
import type { FurtherTexts } from "../../lib/unsent/found-draft.ts";
import { useObjectUrl } from "../../lib/use-object-url.ts";
import { BodyView } from "../../ui/body-view.tsx";
import { ConflictDialog } from "../../ui/conflict-dialog.tsx";
import { Tag } from "../../ui/tag.tsx";
import type { FurtherField, FurtherFields } from "./further-fields.ts";
import type { StoredPost, WrittenPost } from "./post.ts";
import styles from "./write-screen.module.css";

interface WriteConflictProps {
  readonly isOpen: boolean;
  readonly post: WrittenPost | undefined;
  readonly stored: StoredPost | undefined;
  readonly further: FurtherFields | undefined;
  readonly onUseStored: () => void;
  readonly onKeepMine: () => void;
  readonly onBack: () => void;
}

/** Both texts of a post that was changed elsewhere (spec/ui.md §6.4). */
export function WriteConflict({ isOpen, post, stored, further, ...answers }: WriteConflictProps) {
  const picture = useObjectUrl(post?.picture);
  // Unchanged fields are shown as stored.
  const mine = { ...stored?.further, ...post?.further };
  return (
    <ConflictDialog
      open={isOpen}
      mine={
        post && (
          <>
            <Head title={post.title} category={post.category} />
            <FurtherShown place="above" fields={further} values={mine} />
            <BodyView html={post.html} imageUrl={null} />
            {picture && <img className={styles.picture} src={picture} alt="새로 넣은 이미지" />}
            <FurtherShown place="below" fields={further} values={mine} />
          </>
        )
      }
      stored={
        stored && (
          <>
            <Head title={stored.title} category={stored.category} />
            <FurtherShown place="above" fields={further} values={stored.further} />
            <BodyView html={stored.html} imageUrl={stored.imageUrl} />
            <FurtherShown place="below" fields={further} values={stored.further} />
          </>
        )
      }
      {...answers}
    />
  );
}

const Head = ({ title, category }: Pick<StoredPost, "title" | "category">) => (
  <div className={styles.conflictHead}>
    {category && (
      <p>
        <Tag category={category} />
      </p>
    )}
    <p>
      <b>{title}</b>
    </p>
  </div>
);

interface FurtherShownProps {
  readonly place: FurtherField["place"];
  readonly fields: FurtherFields | undefined;
  readonly values: FurtherTexts;
}

const FurtherShown = ({ place, fields = {}, values }: FurtherShownProps) =>
  Object.entries(fields).map(([name, field]) => {
    const value = values[name];
    return (
      field.place === place && value !== undefined && <Fragment key={name}>{field.shown(value)}</Fragment>
    );
  });
