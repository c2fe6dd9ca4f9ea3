import { useObjectUrl } from "../../lib/use-object-url.ts";
import { BodyView } from "../../ui/body-view.tsx";
import { ConflictDialog } from "../../ui/conflict-dialog.tsx";
import { Tag } from "../../ui/tag.tsx";
import type { StoredPost, WrittenPost } from "./post.ts";
import type { WriteScreenProps } from "./write-props.ts";
import styles from "./write-screen.module.css";

interface WriteConflictProps {
  readonly isOpen: boolean;
  readonly post: WrittenPost | undefined;
  readonly stored: StoredPost | undefined;
  readonly problemsShown: WriteScreenProps["problemsShown"];
  readonly onUseStored: () => void;
  readonly onKeepMine: () => void;
  readonly onBack: () => void;
}

/** Both texts of a post that was changed elsewhere (spec/ui.md §6.4). */
export function WriteConflict({ isOpen, post, stored, problemsShown, ...answers }: WriteConflictProps) {
  const shown = (part: string | undefined) =>
    part !== undefined && problemsShown && <p>{problemsShown(part)}</p>;
  const picture = useObjectUrl(post?.picture);
  return (
    <ConflictDialog
      open={isOpen}
      mine={
        post && (
          <>
            <Head title={post.title} category={post.category} />
            {/* Unchanged references are shown as stored. */}
            {shown(post.problems ?? stored?.problems)}
            <BodyView html={post.html} imageUrl={null} />
            {picture && <img className={styles.picture} src={picture} alt="새로 넣은 이미지" />}
            <Contact text={post.contact} />
          </>
        )
      }
      stored={
        stored && (
          <>
            <Head title={stored.title} category={stored.category} />
            {shown(stored.problems)}
            <BodyView html={stored.html} imageUrl={stored.imageUrl} />
            <Contact text={stored.contact} />
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

const Contact = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p className={styles.conflictContact}>
      <b>연락 방법</b>
      {text}
    </p>
  );
