import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useNavigate } from "react-router-dom";
import { commandKey } from "#web/lib/command-key.ts";
import { isComposed } from "#web/lib/composed-key.ts";
import { cx } from "#web/ui/cx.ts";
import { dottedDate } from "#web/ui/date-texts.ts";
import { Icon } from "#web/ui/icon.tsx";
import { limited } from "#web/ui/input.tsx";
import { listMove } from "#web/ui/list-keys.ts";
import { useEngine, useEngineState } from "./engine.ts";
import { type Group, type GroupName, type SearchEntry, withAnd } from "./entries.ts";
import styles from "./palette.module.css";
import { PaletteRow } from "./palette-row.tsx";
import { setPaletteOpen } from "./palette-state.ts";
import { useGroups } from "./use-groups.ts";

/** Pause after the last key before the number of results is announced. */
const countDelayMs = 500;

const longestQuery = 100;

/** A row, or the one that expands a group. */
interface ShownEntry {
  readonly group: GroupName;
  readonly entry: SearchEntry | null;
}

const rowsOf = (groups: readonly Group[]): ShownEntry[] =>
  groups.flatMap(({ name, entries, total }) => [
    ...entries.map((entry) => ({ group: name, entry })),
    ...(isCut({ entries, total }) ? [{ group: name, entry: null }] : []),
  ]);

const isCut = ({ entries, total }: Pick<Group, "entries" | "total">) =>
  entries.length < total && entries.length <= 5;

/** Finds texts, people, teams, screens and actions (spec/daily-use.md §7.3). */
export function Palette({ memberId, logOut }: { memberId: string | null; logOut: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const navigate = useNavigate();
  const engine = useEngine();
  const [typed, setTyped] = useState("");
  const [whole, setWhole] = useState<GroupName | null>(null);
  const [at, setAt] = useState(0);
  const [entered, setEntered] = useState<"here" | "in a new tab" | null>(null);
  const query = typed.trim();
  const { groups, isAnswered, isPreparing, since } = useGroups(memberId, query, whole, logOut);
  const isNothing = groups.length === 0 && isAnswered && !isPreparing;
  const rows = rowsOf(groups);
  const active = Math.min(at, rows.length - 1);

  const backToWords = useModal(dialog);

  const open = ({ entry, group }: ShownEntry, inNewTab: boolean) => {
    if (entry === null) return setWhole(group);
    const { to, state, act, what } = entry;
    if (inNewTab && to === undefined) return;
    void engine?.call("noteOpened", what).catch(() => undefined);
    // Closes before navigating, because closing restores the focus.
    dialog.current?.close();
    if (act) act();
    else if (inNewTab) window.open(to, "_blank", "noopener");
    else if (to !== undefined) void navigate(to, { state });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposed(event.nativeEvent)) return;
    const next = listMove(event.key, active, rows.length);
    if (next !== undefined) setAt(next);
    else if (event.key === "Enter") setEntered(event.ctrlKey || event.metaKey ? "in a new tab" : "here");
    else return;
    event.preventDefault();
  };
  // Enter waits for the rows of the current query.
  useEffect(() => {
    if (entered === null || !isAnswered) return;
    setEntered(null);
    const row = rows[active];
    if (row) open(row, entered === "in a new tab");
  });
  const find = (text: string) => {
    setTyped(text);
    setEntered(null);
    setWhole(null);
    setAt(0);
  };
  const optionId = (index: number) => `${id}-${index}`;
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog handles Escape
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="찾기"
      onClose={() => {
        backToWords();
        setPaletteOpen(false);
      }}
      onClick={({ target }) => target === dialog.current && dialog.current.close()}
    >
      <div className={styles.in}>
        <div className={styles.input}>
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            aria-label="찾기"
            aria-expanded={rows.length > 0}
            aria-controls={id}
            aria-activedescendant={rows.length > 0 ? optionId(active) : undefined}
            aria-autocomplete="list"
            placeholder="글, 문제, 사람, 할 일 찾기"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            {...limited(longestQuery, find)}
            onKeyDown={onKeyDown}
          />
          <button
            type="button"
            className={styles.close}
            aria-label="닫기"
            onClick={() => dialog.current?.close()}
          >
            <kbd>Esc</kbd>
            <Icon name="x" />
          </button>
        </div>
        <Results id={id} groups={groups} query={query} active={active} onHover={setAt} onOpen={open} />
        {query !== "" && isNothing && <Nothing query={query} isMember={memberId !== null} since={since} />}
        <Foot groups={groups} query={query} isAnswered={isNothing || (groups.length > 0 && isAnswered)} />
      </div>
    </dialog>
  );
}

/** Opens the dialog. Returns a function that restores an editor's selection after closing. */
function useModal(dialog: RefObject<HTMLDialogElement | null>): () => void {
  const words = useRef<Range>(undefined);
  useLayoutEffect(() => {
    const selection = getSelection();
    words.current = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : undefined;
    dialog.current?.showModal();
  }, [dialog]);
  return () => {
    const range = words.current;
    const { activeElement } = document;
    if (!range || !(activeElement as HTMLElement | null)?.isContentEditable) return;
    if (activeElement?.contains(range.startContainer))
      getSelection()?.setBaseAndExtent(
        range.startContainer,
        range.startOffset,
        range.endContainer,
        range.endOffset,
      );
  };
}

function Results(props: {
  id: string;
  groups: readonly Group[];
  query: string;
  active: number;
  onHover: (index: number) => void;
  onOpen: (row: ShownEntry, inNewTab: boolean) => void;
}) {
  const { id, groups, query, active, onHover, onOpen } = props;
  const rows = rowsOf(groups);
  return (
    <div id={id} role="listbox" aria-label="찾은 것" className={styles.list} hidden={rows.length === 0}>
      {groups.map(({ name, total }, groupIndex) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options
        <div key={name} role="group" aria-labelledby={`${id}-group-${groupIndex}`}>
          <div id={`${id}-group-${groupIndex}`} className={styles.group}>
            {name}
          </div>
          {rows.map((row, index) => {
            if (row.group !== name) return null;
            return (
              <PaletteRow
                key={row.entry?.what ?? "all"}
                id={`${id}-${index}`}
                entry={row.entry}
                total={total}
                query={query}
                isActive={index === active}
                onHover={() => onHover(index)}
                onOpen={(inNewTab) => onOpen(row, inNewTab)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface NothingProps {
  readonly query: string;
  readonly isMember: boolean;
  /** The day from which texts are known, if not those of a whole year. */
  readonly since: string | undefined;
}

const Nothing = ({ query, isMember, since }: NothingProps) => (
  <div className={styles.nothing}>
    <b>{withAnd(query)} 맞는 것이 없어요</b>
    {isMember && <span>내 팀의 {since ? `${dottedDate(since)}부터의` : "최근 1년"} 글에서 찾았어요.</span>}
  </div>
);

const numbers = new Intl.NumberFormat("ko");

const countsOf = (groups: readonly Group[]) =>
  groups.map(({ name, total }) => `${name} ${numbers.format(total)}`).join(" · ");

/** Keys, number of results, and progress of the index. */
function Foot({
  groups,
  query,
  isAnswered,
}: {
  groups: readonly Group[];
  query: string;
  isAnswered: boolean;
}) {
  const { progress, hasFailed } = useEngineState() ?? {};
  const counts = groups.length === 0 ? "결과 없음" : countsOf(groups);
  const hint = `${commandKey} K로 언제든 열어요`;
  const found = query === "" ? hint : isAnswered ? counts : "";
  const preparing =
    progress &&
    `찾을 준비를 하고 있어요… ${numbers.format(progress.indexed)} / ${numbers.format(progress.known)}`;
  const failed = hasFailed ? "새 글을 가져오지 못했어요" : undefined;
  return (
    <div className={styles.foot}>
      <span className={styles.keys} aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd>고르기
      </span>
      <span className={styles.keys} aria-hidden="true">
        <kbd>Enter</kbd>열기
      </span>
      <span className={styles.keys} aria-hidden="true">
        <kbd>{commandKey} Enter</kbd>새 탭
      </span>
      <span className={cx(styles.state, query === "" && !preparing && !failed && styles.hint)}>
        {preparing ?? failed ?? found}
      </span>
      <Announcement text={query === "" || !isAnswered ? "" : counts} />
    </div>
  );
}

/** The number of results, announced once typing has paused. */
function Announcement({ text }: { text: string }) {
  const [announced, announce] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => announce(text), countDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span className={styles.said} role="status" aria-live="polite">
      {announced}
    </span>
  );
}
