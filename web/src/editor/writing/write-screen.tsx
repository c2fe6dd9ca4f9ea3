import { type Ref, useId, useRef } from "react";
import { useLocation } from "react-router-dom";
import { isPlain } from "../../lib/link.tsx";
import type { FurtherTexts } from "../../lib/unsent/found-draft.ts";
import { useStickyHeight } from "../../lib/use-sticky-height.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Hint } from "../../ui/hint.tsx";
import { Page } from "../../ui/page.tsx";
import { CoEditors } from "../collaboration/co-editors.tsx";
import { Editor } from "../editor.tsx";
import { BlockedNote } from "./blocked-note.tsx";
import { DiscardedDrafts } from "./discarded-drafts.tsx";
import { DraftNote } from "./draft-note.tsx";
import type { FurtherField, FurtherFields } from "./further-fields.ts";
import { TagChoice } from "./tag-choice.tsx";
import { TitleField } from "./title-field.tsx";
import { useSubmitKey } from "./use-submit-key.ts";
import { useWriting } from "./use-writing.ts";
import { WriteConflict } from "./write-conflict.tsx";
import { WriteHint } from "./write-hint.tsx";
import type { WriteScreenProps } from "./write-props.ts";
import styles from "./write-screen.module.css";

/**
 * The screen for writing an article, a problem or a recruitment: title, tags, text, leave guard, saving and its
 * conflict (spec/ui.md §12, §13.3).
 */
export function WriteScreen(props: WriteScreenProps) {
  const { initial, shared, sharedState, withTags = false } = props;
  const { minHeight } = props;
  const writing = useWriting(props);
  const { editor, title, isOpen, hasOpened, isPending } = writing;
  const isBusy = isPending || writing.isWaiting;
  const further = {
    fields: props.further,
    values: writing.further,
    busy: isBusy,
    onText: writing.onFurther,
  };
  const end = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLDivElement>(null);
  useSubmitKey(form, () => {
    if (writing.isBlocked) writing.explain();
    else if (!isPending) writing.submit();
  });
  useStickyHeight("--end-height", end);

  return (
    <Page className={styles.page}>
      {props.above}
      <div className={styles.head}>
        <h1 className={styles.heading}>{props.heading}</h1>
        {props.headingNote}
      </div>
      <div ref={form}>
        <TitleField
          ref={writing.titleField}
          value={title}
          placeholder={props.titlePlaceholder}
          disabled={!isOpen}
          busy={isBusy}
          limit={writing.titleLimit}
          onText={writing.onTitle}
          onEnter={() => editor.current?.focus()}
        />
        <FurtherInputs place="above" {...further} />
        {shared && (
          <CoEditors shared={shared} isCut={sharedState === "cut"} isDraftStored={writing.isDraftStored} />
        )}
        <Editor
          ref={editor}
          shared={shared}
          // Reserves the same height while the shared text is loading.
          editable={isOpen || !hasOpened}
          busy={isBusy || !hasOpened}
          {...(!hasOpened && { placeholder: "정보를 가져오는 중…" })}
          initialHtml={initial?.html ?? ""}
          imageUrl={initial?.imageUrl ?? null}
          ariaLabel="본문"
          tagPicker={
            withTags ? <TagChoice chosen={writing.category} onChoose={writing.onCategory} /> : undefined
          }
          foot={<WriteHint />}
          template={props.template}
          {...(minHeight !== undefined && { minHeight })}
          onEmptyChange={writing.onEmpty}
          onEdit={writing.edit}
        />
      </div>
      <FurtherInputs place="below" {...further} />
      <WriteEnd ref={end} props={props} writing={writing} />
      <WriteConflict {...writing.conflict} further={props.further} />
    </Page>
  );
}

interface FurtherInputsProps {
  readonly place: FurtherField["place"];
  readonly fields: FurtherFields | undefined;
  readonly values: FurtherTexts;
  readonly busy: boolean;
  readonly onText: (name: string, text: string) => void;
}

const FurtherInputs = ({ place, fields = {}, values, busy, onText }: FurtherInputsProps) =>
  Object.entries(fields)
    .filter(([, field]) => field.place === place)
    .map(([name, { Input }]) => (
      <Input key={name} value={values[name] ?? ""} busy={busy} onText={(text) => onText(name, text)} />
    ));

/** Below the text: why it cannot be sent, where it is stored, and the submit button. */
function WriteEnd({
  ref,
  props,
  writing,
}: {
  ref: Ref<HTMLDivElement>;
  props: WriteScreenProps;
  writing: ReturnType<typeof useWriting>;
}) {
  const { draftKey, isDraftLost = false, submitLabel = "작성 완료" } = props;
  const { isPending, isWaiting, invalidReason } = writing;
  const lackId = useId();
  return (
    <div ref={ref} className={styles.end}>
      <BlockedNote
        reason={writing.blocked}
        isBlank={writing.isBlank}
        isDraftStored={writing.isDraftStored}
        text={writing.copied}
        link={writing.isLoggedOut ? <LoginLink onLeave={writing.release} /> : props.blockedLink}
      />
      {!isDraftLost && <DraftNote state={writing.draftState} />}
      {draftKey !== undefined && !props.shared && (
        <DiscardedDrafts draftKey={draftKey} isOff={isPending || isWaiting} onTake={writing.takeBack} />
      )}
      <span className={styles.key}>Ctrl+Enter로 완료</span>
      <Button
        size="large"
        aria-disabled={writing.isBlocked && !isPending}
        onClickCapture={writing.explain}
        pending={isPending}
        onClick={writing.submit}
        aria-describedby={invalidReason && lackId}
      >
        {submitLabel}
      </Button>
      {invalidReason && (
        <span className={styles.lack}>
          <Hint id={lackId}>{invalidReason}</Hint>
        </span>
      )}
    </div>
  );
}

/** Link to the login and back to this text. */
function LoginLink({ onLeave }: { onLeave: () => void }) {
  const { pathname, search } = useLocation();
  return (
    <ButtonLink
      to="/login"
      state={{ from: pathname + search }}
      size="small"
      // The draft keeps the text, and the return path leads to it. If the link opens another tab, this one stays
      // unchanged.
      onClick={(event) => isPlain(event) && onLeave()}
    >
      로그인
    </ButtonLink>
  );
}
