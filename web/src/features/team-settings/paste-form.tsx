import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { limits } from "#contracts/limits";
import { proposeProblems } from "#contracts/problem-queue/api";
import { type PastedLine, pastedLines, withoutLines } from "#contracts/problem-queue/pasted";
import { providerFacts } from "#contracts/problems";
import { askedNumber } from "#web/features/team/problems-field.tsx";
import { problemQueueQuery } from "#web/features/team/rhythm/problem-queue.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { isRecord } from "#web/lib/navigation-state.ts";
import { useFormDraft } from "#web/lib/unsent/use-form-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { inputClass, TextArea } from "#web/ui/input.tsx";
import { ResumedNote } from "#web/ui/resumed-note.tsx";
import { toast } from "#web/ui/toast.tsx";
import styles from "./problem-queue.module.css";

type Numbers = Readonly<Record<string, string>>;

/** The stored numbers, by address; an older draft may contain anything. */
function numbersOf(stored = ""): Numbers {
  try {
    const numbers: unknown = JSON.parse(stored || "{}");
    return isRecord(numbers) && Object.values(numbers).every((one) => typeof one === "string")
      ? (numbers as Numbers)
      : {};
  } catch {
    return {};
  }
}

/** The pasted text with the numbers typed for its addresses, kept on the device until it is sent. */
export function usePastedProblems(teamId: number, isManager: boolean) {
  const client = useQueryClient();
  const draft = useFormDraft(`problem-queue/${teamId}`, { text: "", numbers: "" });
  const [text, setText] = useState(draft.resumed?.text ?? "");
  const [numbers, setNumbers] = useState(() => numbersOf(draft.resumed?.numbers));
  const adding = useCommand(proposeProblems, {
    refresh: () => client.invalidateQueries({ queryKey: problemQueueQuery(teamId).queryKey }),
    failure: isManager ? "문제를 넣지 못했어요" : "문제를 제안하지 못했어요",
  });
  const lines = pastedLines(text, numbers);
  const ready = lines.filter((line) => line.kind === "problem");

  const write = (nextText: string, nextNumbers = numbers) => {
    const isBlank = nextText.trim() === "";
    setText(isBlank ? "" : nextText);
    setNumbers(isBlank ? {} : nextNumbers);
    if (isBlank) draft.clear();
    else draft.keep({ text: nextText, numbers: JSON.stringify(nextNumbers) });
  };
  /** Sends as many at once as the server takes. What is sent leaves the text, the rest stays. */
  async function send(): Promise<void> {
    const sent = new Set<number>();
    while (sent.size < ready.length) {
      const batch = ready.slice(sent.size, sent.size + limits.queuedAtOnce);
      const entries = batch.map(({ title, problem }) => ({ title, problems: [{ ...problem }] }));
      if (!(await adding.run({ params: { teamId: String(teamId) }, body: { entries } }))) return;
      for (const { line } of batch) sent.add(line);
      write(withoutLines(text, sent));
    }
    toast.success(isManager ? "대기열에 넣었습니다." : "문제를 제안했습니다.");
  }
  return {
    text,
    numbers,
    lines,
    isReady: ready.length > 0,
    isPending: adding.isPending,
    onDiscard: draft.resumed && (() => write("")),
    write,
    type: (address: string, number: string) => write(text, { ...numbers, [address]: number }),
    send,
  };
}

interface PasteFormProps {
  readonly pasted: ReturnType<typeof usePastedProblems>;
  readonly isManager: boolean;
  /** Whether the member has just opened it. */
  readonly hasFocus: boolean;
}

/** What was recognised is shown of so many lines, as many as a queue takes. */
const shownLines = limits.queue;

/** Scrolls to the begins of the lines, which tell more than their ends, where the text cursor is after pasting. */
function showBegins(area: HTMLTextAreaElement): void {
  area.scrollLeft = 0;
}

/** Addresses, one on each line, and beside it what was recognised (spec/rhythm.md §5). */
export function PasteForm({ pasted, isManager, hasFocus }: PasteFormProps) {
  const { text, numbers, lines, isReady, isPending, onDiscard, write, type, send } = pasted;
  const form = useRef<HTMLFormElement>(null);
  const shown = lines.slice(0, shownLines);
  const rest = lines.slice(shownLines).filter(({ kind }) => kind !== "blank").length;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await send();
    form.current?.querySelector<HTMLElement>("[aria-invalid=true], textarea")?.focus();
  };
  return (
    <form
      ref={form}
      className={cx(cardClass({ card: true }), styles.paste)}
      onSubmit={(event) => void submit(event)}
    >
      {onDiscard && <ResumedNote className={styles.resumed} onDiscard={onDiscard} />}
      <TextArea
        label="문제 링크"
        className={cx(styles.lines, rest > 0 && styles.long)}
        placeholder="주소를 한 줄에 하나씩 붙여 넣어 주세요"
        wrap="off"
        rows={Math.max(4, shown.length)}
        spellCheck={false}
        autoCapitalize="none"
        autoFocus={hasFocus}
        readOnly={isPending}
        value={text}
        onText={write}
        onPaste={({ currentTarget }) => requestAnimationFrame(() => showBegins(currentTarget))}
        onBlur={({ currentTarget }) => showBegins(currentTarget)}
      />
      <ol className={styles.found} aria-label="알아본 문제">
        {shown.map((line) => (
          <Found
            key={line.line}
            line={line}
            number={("asked" in line && line.asked !== null && numbers[line.asked]) || ""}
            isPending={isPending}
            onNumber={type}
          />
        ))}
        {rest > 0 && <li>외 {rest}줄</li>}
      </ol>
      <div className={styles.foot}>
        <Button type="submit" pending={isPending} aria-disabled={!isReady}>
          {isManager ? "대기열에 넣기" : "문제 제안하기"}
        </Button>
      </div>
    </form>
  );
}

interface FoundProps {
  readonly line: PastedLine;
  /** Typed for its address. */
  readonly number: string;
  readonly isPending: boolean;
  readonly onNumber: (address: string, number: string) => void;
}

/** What was recognised in a line; a blank line is an empty row, so that the others stay beside theirs. */
function Found({ line, number, isPending, onNumber }: FoundProps) {
  if (line.kind === "blank") return <li className={styles.blank} aria-hidden="true" />;
  if (line.kind === "unknown")
    return (
      <li className={styles.wrong}>
        <Icon name="alert" size="small" />
        {line.line}번째 줄은 넣을 수 있는 주소가 아니에요
      </li>
    );
  const isProblem = line.kind === "problem";
  const provider = isProblem ? line.problem.provider : line.provider;
  const { asked } = line;
  return (
    <li className={cx(isProblem ? styles.right : line.isWrong && styles.wrong)}>
      <Icon name={isProblem ? "check" : "alert"} size="small" />
      {asked === null ? (
        <span className={styles.foundTitle}>{isProblem && line.title}</span>
      ) : (
        <>
          <span>{providerFacts[provider].label}</span>
          <input
            className={cx(inputClass, styles.number)}
            aria-label={`${line.line}번째 줄: ${askedNumber(provider)}`}
            aria-invalid={(!isProblem && line.isWrong) || undefined}
            placeholder={provider === "leetcode" ? "문제 이름" : "문제 번호"}
            autoComplete="off"
            readOnly={isPending}
            value={number}
            onChange={({ target }) => onNumber(asked, target.value)}
          />
          {!isProblem && line.isWrong && <HiddenText>문제 번호가 올바르지 않습니다.</HiddenText>}
        </>
      )}
    </li>
  );
}
