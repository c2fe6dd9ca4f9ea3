import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { type Place, quoteAt } from "#contracts/discussion/locate";
import { limits } from "#contracts/limits";
import { cx } from "#web/ui/cx.ts";
import styles from "./discussion.module.css";
import { type PlacedThread, placeText } from "./places.ts";

interface GuttersProps {
  /** The code blocks of the shown article, in their order. */
  readonly codes: readonly HTMLElement[];
  readonly codeBlocks: readonly (readonly string[])[];
  readonly placed: readonly PlacedThread[];
  /** The lines that the composer is about. */
  readonly chosen: Place | null;
  readonly onChoose: (place: Place) => void;
  readonly onThread: (threadId: number) => void;
}

/** The line numbers of all code blocks as buttons. */
export const CodeGutters = ({ codes, placed, chosen, codeBlocks, onChoose, onThread }: GuttersProps) =>
  codes.map((code, codeBlock) => (
    <Gutter
      key={codeBlock}
      code={code}
      lines={codeBlocks[codeBlock] ?? noLines}
      threads={placed.filter(({ place }) => place?.codeBlock === codeBlock)}
      chosen={chosen?.codeBlock === codeBlock ? chosen : null}
      onChoose={(range) => onChoose({ ...range, codeBlock })}
      onThread={onThread}
    />
  ));

const noLines: readonly string[] = [];

type Range = Pick<Place, "fromLine" | "toLine">;

const only = (line: number): Range => ({ fromLine: line, toLine: line });

interface GutterProps {
  readonly code: HTMLElement;
  readonly lines: readonly string[];
  readonly threads: readonly PlacedThread[];
  readonly chosen: Range | null;
  readonly onChoose: (range: Range) => void;
  readonly onThread: (threadId: number) => void;
}

/** At most 50 lines from `from` towards `to`. */
function rangeOf(from: number, to: number): Range {
  const most = limits.anchorLines - 1;
  const end = Math.max(from - most, Math.min(from + most, to));
  return { fromLine: Math.min(from, end), toLine: Math.max(from, end) };
}

/** Whether these lines can be commented: not blank ones alone. */
const isQuotable = (range: Range, lines: readonly string[]) =>
  quoteAt({ ...range, codeBlock: 0 }, [lines]) !== undefined;

/**
 * One tab stop: arrows choose a line, with Shift a range, Enter comments (spec/discussion.md §5). The number of a blank line is
 * disabled, but may begin or end a range.
 */
function Gutter({ code, lines, threads, chosen, onChoose, onThread }: GutterProps) {
  const rows = useRef<HTMLDivElement>(null);
  const [line, setLine] = useState(1);
  /** The range that is being chosen. */
  const [range, setRange] = useState<Range | null>(null);
  const from = useRef(1);
  const count = Math.min(lines.length, code.querySelectorAll("[data-line]").length);
  const areQuotable = useMemo(() => lines.map((_, index) => isQuotable(only(index + 1), lines)), [lines]);

  useLayoutEffect(() => {
    // The numbers take the place of this tab stop.
    code.tabIndex = -1;
    code.setAttribute("data-numbered", "");
    return () => {
      code.tabIndex = 0;
      code.removeAttribute("data-numbered");
    };
  }, [code]);

  const focusLine = (next: number) =>
    rows.current?.querySelector<HTMLElement>(`[data-number="${next}"]`)?.focus();
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowUp: line - 1,
      ArrowDown: line + 1,
      Home: 1,
      End: count,
    };
    const target = steps[event.key];
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      code.scrollBy({ left: event.key === "ArrowLeft" ? -40 : 40 });
      event.preventDefault();
    } else if (event.key === "Escape" && range) {
      setRange(null);
      event.preventDefault();
    } else if (target !== undefined) {
      const next = Math.max(1, Math.min(count, target));
      if (!event.shiftKey) from.current = next;
      // The focused number has the name of the range when it is spoken.
      flushSync(() => {
        setRange(event.shiftKey ? rangeOf(from.current, next) : null);
        setLine(next);
      });
      focusLine(next);
      event.preventDefault();
    }
  };
  const choose = (number: number, isRange: boolean) => {
    const next = isRange ? rangeOf(from.current, number) : only(number);
    if (!isRange) from.current = number;
    setLine(number);
    setRange(null);
    if (isQuotable(next, lines)) onChoose(next);
  };
  /** Follows the mouse beyond the column of the numbers, which a hand leaves easily. */
  const drag = (number: number, event: PointerEvent) => {
    if (event.pointerType === "touch" || event.shiftKey || event.button !== 0) return;
    from.current = number;
    const dragging = new AbortController();
    const lineAt = (y: number) => {
      const { top = 0, height = 0 } = rows.current?.getBoundingClientRect() ?? {};
      return height === 0 ? number : Math.max(1, Math.min(count, Math.ceil(((y - top) / height) * count)));
    };
    const over = ({ clientY }: globalThis.PointerEvent) => {
      const next = lineAt(clientY);
      setRange(next === number ? null : rangeOf(number, next));
    };
    const drop = ({ clientY }: globalThis.PointerEvent) => {
      dragging.abort();
      const next = lineAt(clientY);
      // A press and release on one number is a click.
      if (next !== number) choose(next, true);
    };
    const cancel = () => {
      dragging.abort();
      setRange(null);
    };
    addEventListener("pointermove", over, dragging);
    addEventListener("pointerup", drop, dragging);
    addEventListener("pointercancel", cancel, dragging);
  };

  const shown = range ?? chosen;
  return createPortal(
    <div className={styles.gutter}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a code block */}
      <div ref={rows} className={styles.rows} role="group" aria-label="코드의 줄" onKeyDown={press}>
        {Array.from({ length: count }, (_, index) => {
          const number = index + 1;
          const here = threads.filter(({ place }) => place?.toLine === number);
          const isTalked = threads.some(
            ({ place }) => place && place.fromLine <= number && number <= place.toLine,
          );
          const named = range && number === line ? range : only(number);
          const isEnabled = named === range ? isQuotable(range, lines) : areQuotable[index] === true;
          const isChosen = shown !== null && shown.fromLine <= number && number <= shown.toLine;
          return (
            <div
              key={number}
              className={cx(styles.row, isTalked && styles.talked, isChosen && styles.chosenRow)}
            >
              <button
                type="button"
                className={styles.number}
                data-number={number}
                tabIndex={number === line ? 0 : -1}
                aria-disabled={!isEnabled}
                aria-label={`${placeText(named)}에${isEnabled ? " 의견 남기기" : "는 의견을 남길 수 없어요"}`}
                onPointerDown={(event) => drag(number, event)}
                onClick={(event) => choose(number, event.shiftKey || (range !== null && event.detail === 0))}
                onFocus={() => setLine(number)}
              >
                {number}
              </button>
              {here.length > 0 && <Mark threads={here} isTabStop={number === line} onThread={onThread} />}
            </div>
          );
        })}
      </div>
    </div>,
    code,
  );
}

/** The number of comments of threads that end at a line; scrolls to the first of them. */
function Mark({
  threads,
  isTabStop,
  onThread,
}: {
  threads: readonly PlacedThread[];
  isTabStop: boolean;
  onThread: (threadId: number) => void;
}) {
  const count = threads
    .flatMap(({ thread }) => thread.comments)
    .filter(({ state }) => state === "posted").length;
  const [first] = threads;
  if (!first?.place) return null;
  return (
    <button
      type="button"
      className={styles.mark}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={`${placeText(first.place)}의 의견 ${count}개`}
      onClick={() => onThread(first.thread.threadId)}
    >
      {count}
    </button>
  );
}
