import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { MemberRef } from "#contracts/article/api";
import { lengthOf, limits } from "#contracts/limits";
import { isBlank } from "#contracts/texts";
import { isComposed } from "#web/lib/composed-key.ts";
import { useFormDraft } from "#web/lib/unsent/use-form-draft.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { Counter } from "#web/ui/counter.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import styles from "./discussion.module.css";
import { mentionName, storedText, writtenText } from "./mention-texts.ts";

/** Length from which the counter is shown. */
const countedFrom = 900;

interface ComposerProps {
  /** Names the draft on the device. */
  readonly form: string;
  /** The stored text that is edited; empty for a new comment. */
  readonly start?: string;
  /** Revision of that text. */
  readonly since?: number;
  /** Members who can be mentioned. */
  readonly people: readonly MemberRef[];
  readonly label: string;
  readonly placeholder: string;
  readonly send: string;
  /** The lines that a new comment is about. */
  readonly place?: string | undefined;
  /** These lines as its draft stores them. */
  readonly lines?: string;
  /** Called with the lines of a draft that was left here. */
  readonly onLines?: (lines: string) => void;
  /** Makes it a comment on the whole article. */
  readonly onUnplace?: () => void;
  /** Changes when the composer is to have the focus. */
  readonly focus?: unknown;
  readonly pending?: boolean;
  /** Sends the text as it is stored, and the revision that was edited. Resolves to whether the draft is no longer needed. */
  readonly onSend: (text: string, since: number | undefined) => Promise<boolean>;
  /** Whether the text stays in the field until it is sent. */
  readonly isKept?: boolean;
  readonly onCancel?: () => void;
}

/** The field for a comment with its tools; a draft of it stays on the device (spec/discussion.md §5). */
export function Composer(props: ComposerProps) {
  const { form, start = "", people, label, placeholder, send, place, lines = "", focus } = props;
  const { pending, onSend, isKept = false, onCancel } = props;
  const placeId = useId();
  const draft = useFormDraft(form, { text: writtenText(start, people), lines: "" });
  // A resumed draft keeps its older revision, so that saving detects an edit made since.
  const [since] = useState(draft.since ?? props.since);
  const [text, setText] = useState(draft.resumed?.text ?? writtenText(start, people));
  const latest = useRef(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOnline = useOnline();

  const keep = (text: string, lines: string) => draft.keep(text === "" ? undefined : { text, lines }, since);
  const resumeLines = useEffectEvent(() => {
    if (draft.resumed?.lines) props.onLines?.(draft.resumed.lines);
  });
  useEffect(() => resumeLines(), []);
  const keepLines = useEffectEvent(() => {
    if (lines !== "") keep(latest.current, lines);
  });
  useEffect(() => {
    const { current } = field;
    if (!focus || !current) return;
    // Other lines were chosen.
    keepLines();
    current.focus({ preventScroll: true });
    // With its buttons.
    current.form?.scrollIntoView({ block: "nearest" });
  }, [focus]);
  // As high as its text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again with each text
  useEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.height = "auto";
    current.style.height = `${current.scrollHeight}px`;
  }, [text]);

  const write = (next: string) => {
    latest.current = next;
    setText(next);
    keep(next, lines);
  };
  const stored = storedText(text, people);
  const length = lengthOf(stored.trim().normalize("NFC"));
  const isReady = isOnline && !isBlank(text) && length <= limits.comment;
  const submit = async () => {
    if (!isReady || pending) return;
    const sent = latest.current;
    if (!isKept) {
      latest.current = "";
      setText("");
    }
    const isDone = await onSend(stored, since);
    // A text typed meanwhile is a draft of its own.
    if (isDone && latest.current === (isKept ? sent : "")) draft.clear();
  };
  /** Puts signs around the selected text, which stays selected. */
  const wrap = (before: string, behind: string) => {
    const { current } = field;
    if (!current) return;
    const { selectionStart: from, selectionEnd: to } = current;
    write(`${text.slice(0, from)}${before}${text.slice(from, to)}${behind}${text.slice(to)}`);
    requestAnimationFrame(() => {
      current.focus({ preventScroll: true });
      current.setSelectionRange(from + before.length, to + before.length);
    });
  };
  const addCode = () => {
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    const isBlock = text.slice(selectionStart, selectionEnd).includes("\n");
    if (isBlock) wrap("```\n", "\n```");
    else wrap("`", "`");
  };
  const press = (event: KeyboardEvent) => {
    if (isComposed(event.nativeEvent)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    } else if (event.key === "Escape" && onCancel) {
      event.preventDefault();
      giveUp();
    }
  };
  const unplace = () => {
    keep(text, "");
    props.onUnplace?.();
  };
  const giveUp = () => {
    draft.clear();
    onCancel?.();
  };

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {place && (
        <span className={styles.chip}>
          <span id={placeId}>{place}</span>
          <IconButton icon="x" label="글 전체에 남기기" className={styles.unplace} onClick={unplace} />
        </span>
      )}
      <textarea
        ref={field}
        className={styles.field}
        aria-label={label}
        aria-describedby={place && placeId}
        placeholder={placeholder}
        rows={1}
        value={text}
        aria-invalid={length > limits.comment || undefined}
        onChange={({ target }) => write(target.value)}
        onKeyDown={press}
      />
      <div className={styles.tools}>
        <button type="button" className={styles.tool} onClick={addCode}>
          코드
        </button>
        <button type="button" className={styles.tool} onClick={() => wrap("[", "](https://)")}>
          링크
        </button>
        <Menu
          align="start"
          trigger={
            <button type="button" className={styles.tool}>
              언급
            </button>
          }
        >
          {people.map((person) => (
            <MenuItem key={person.uuid} onClick={() => wrap(`@${mentionName(person, people)} `, "")}>
              {mentionName(person, people)}
            </MenuItem>
          ))}
        </Menu>
        {length >= countedFrom && <Counter text={stored.trim()} max={limits.comment} />}
        <span className={styles.ends}>
          {onCancel && (
            <Button look="neutral" size="small" onClick={giveUp}>
              취소
            </Button>
          )}
          <Button type="submit" size="small" pending={pending} aria-disabled={!isReady}>
            {send}
          </Button>
        </span>
      </div>
    </form>
  );
}
