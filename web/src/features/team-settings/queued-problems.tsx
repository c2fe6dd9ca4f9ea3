import { type PointerEvent, useEffect, useRef, useState } from "react";
import type { ProblemEntry } from "#contracts/problem-queue/api";
import { pastedTitle } from "#contracts/problem-queue/pasted";
import { addressOf } from "#contracts/problems";
import { ProblemChips } from "#web/features/team/problem-chips.tsx";
import { announce } from "#web/ui/announcer.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { dayAndWeekday } from "#web/ui/date-texts.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { linkClass } from "#web/ui/page.tsx";
import styles from "./problem-queue.module.css";
import type { QueueCommands } from "./queue-commands.ts";
import { beforeOf, dragPlace, type Row } from "./queue-order.ts";

interface ProposalsProps {
  readonly entries: readonly ProblemEntry[];
  readonly isManager: boolean;
  readonly commands: QueueCommands;
}

/** For managers all proposals, for a member the own ones. */
export function Proposals({ entries, isManager, commands }: ProposalsProps) {
  if (entries.length === 0) return null;
  const heading = `제안 ${entries.length}개`;
  return (
    <section className={cx(cardClass({ card: true }), styles.queue)} aria-label={heading}>
      <h3 className={styles.queueHead}>{heading}</h3>
      <ul>
        {entries.map((entry) => {
          const { entryId, title, proposedBy } = entry;
          return (
            <li key={entryId} className={cx(styles.entry, isManager ? styles.proposed : styles.own)}>
              <What entry={entry} />
              {isManager && (
                <span className={styles.by}>
                  <Avatar name={proposedBy.memberName} src={proposedBy.imageUrl} size={24} />
                  <span>{proposedBy.memberName}</span>
                </span>
              )}
              <span className={styles.tools}>
                {isManager && (
                  <Button
                    look="soft"
                    size="small"
                    aria-label={`${title}, 받기`}
                    aria-disabled={commands.isWaiting(entryId) || undefined}
                    onClick={() => commands.accept(entryId)}
                  >
                    받기
                  </Button>
                )}
                <button
                  type="button"
                  className={cx(linkClass, styles.remove)}
                  aria-label={`${title}, 빼기`}
                  aria-disabled={commands.isWaiting(entryId) || undefined}
                  onClick={() => commands.remove(entryId)}
                >
                  빼기
                </button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The title, which is the link itself if it only names the problem, otherwise with the references beside it. */
function What({ entry: { title, problems } }: { entry: ProblemEntry }) {
  const [problem] = problems;
  const isNamed = problem !== undefined && problems.length === 1 && pastedTitle(problem) === title;
  const address = isNamed ? addressOf(problem) : null;
  return (
    <span className={styles.what}>
      <b title={title}>
        {address === null ? (
          title
        ) : (
          <a href={address} target="_blank" rel="noopener noreferrer nofollow">
            {title}
            <HiddenText>(새 탭)</HiddenText>
            <Icon name="external" size="small" />
          </a>
        )}
      </b>
      {!isNamed && <ProblemChips problems={problems} />}
    </span>
  );
}

interface QueuedProblemsProps {
  readonly entries: readonly ProblemEntry[];
  readonly isManager: boolean;
  readonly today: string;
  readonly commands: QueueCommands;
  readonly onEdit: (entry: ProblemEntry) => void;
}

/** The accepted entries with the day on which each will appear, moved by dragging or by their menus. */
export function QueuedProblems({ entries, isManager, today, commands, onEdit }: QueuedProblemsProps) {
  const list = useRef<HTMLOListElement>(null);
  const moveTo = async ({ entryId, title }: ProblemEntry, place: number) => {
    if (await commands.move(entryId, beforeOf(entries, entryId, place)))
      announce(`${title}, ${place + 1}번째`);
  };
  const ids = entries.map(({ entryId }) => entryId);
  const drag = useDrag(list, ids, (dragged, place) => {
    const entry = entries.find(({ entryId }) => entryId === dragged);
    if (entry) void moveTo(entry, place);
  });
  return (
    <ol
      ref={list}
      aria-label="대기 중인 문제"
      className={cx(cardClass({ card: true }), styles.queue, drag.isDragging && styles.loose)}
    >
      {entries.map((entry, index) => (
        <li
          key={entry.entryId}
          className={cx(
            styles.entry,
            entry.date === null && styles.dateless,
            !isManager && styles.read,
            drag.isDragged(entry.entryId) && styles.dragged,
          )}
          style={drag.styleOf(entry.entryId)}
        >
          {isManager && (
            <button
              type="button"
              className={styles.handle}
              tabIndex={-1}
              aria-label={`${entry.title}, 끌어서 옮기기`}
              {...drag.handleOf(entry.entryId)}
            >
              <Icon name="drag" />
            </button>
          )}
          {entry.date !== null && (
            <time className={styles.date} dateTime={entry.date}>
              {dayAndWeekday(entry.date, today)}
            </time>
          )}
          <What entry={entry} />
          {isManager && (
            <span className={styles.more}>
              <Menu trigger={<IconButton icon="more" label={`${entry.title}, 메뉴`} />}>
                {index > 0 && <MenuItem onClick={() => void moveTo(entry, index - 1)}>위로</MenuItem>}
                {index < entries.length - 1 && (
                  <MenuItem onClick={() => void moveTo(entry, index + 1)}>아래로</MenuItem>
                )}
                <MenuItem onClick={() => onEdit(entry)}>고치기</MenuItem>
                <MenuItem danger onClick={() => commands.remove(entry.entryId)}>
                  빼기
                </MenuItem>
              </Menu>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

interface Drag {
  /** The entries when it began, and the dragged one of them. */
  readonly ids: readonly number[];
  readonly dragged: number;
  readonly rows: readonly Row[];
  /** Where it began, in pixels of the page. */
  readonly begin: number;
  readonly by: number;
}

/** Distance to the edge of the window within which a drag scrolls the page, and by how much. */
const edgePx = 72;
const scrollPx = 16;

/**
 * Drags a row of a list by its handle: rows are only translated until it is dropped, so that the handle keeps the
 * pointer. Escape ends it without an effect. `ids` are the entries of the rows, which others may change meanwhile.
 */
function useDrag(
  list: { readonly current: HTMLElement | null },
  ids: readonly number[],
  onDrop: (entryId: number, place: number) => void,
) {
  const [begun, setDrag] = useState<Drag | null>(null);
  // The handle of a removed entry tells of no end.
  const drag = begun && ids.includes(begun.dragged) ? begun : null;
  const from = drag ? drag.ids.indexOf(drag.dragged) : -1;
  const place = drag && dragPlace(drag.rows, from, drag.by);
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: KeyboardEvent) => event.key === "Escape" && setDrag(null);
    document.addEventListener("keydown", cancel);
    return () => document.removeEventListener("keydown", cancel);
  }, [isDragging]);

  const begin = (event: PointerEvent<HTMLElement>, dragged: number) => {
    if (event.button !== 0 || !list.current) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const rows = [...list.current.children].map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return { top: top + scrollY, height };
    });
    setDrag({ ids, dragged, rows, begin: event.clientY + scrollY, by: 0 });
  };
  const follow = ({ clientY }: PointerEvent) => {
    if (!drag) return;
    if (clientY < edgePx) scrollBy(0, -scrollPx);
    else if (clientY > innerHeight - edgePx) scrollBy(0, scrollPx);
    setDrag({ ...drag, by: clientY + scrollY - drag.begin });
  };
  const end = () => {
    if (drag && place !== null && place !== from) {
      const others = ids.filter((id) => id !== drag.dragged);
      const after = drag.ids.filter((id) => id !== drag.dragged).slice(place);
      const before = after.find((id) => others.includes(id));
      onDrop(drag.dragged, before === undefined ? others.length : others.indexOf(before));
    }
    setDrag(null);
  };
  return {
    isDragging,
    isDragged: (entryId: number) => drag?.dragged === entryId,
    /** Moves the rows between by the height of the dragged one. */
    styleOf(entryId: number) {
      if (!drag || place === null) return undefined;
      const index = drag.ids.indexOf(entryId);
      if (index === from) return { translate: `0 ${drag.by}px` };
      const height = drag.rows[from]?.height ?? 0;
      const isUp = index > from && index <= place;
      const isDown = index !== -1 && index < from && index >= place;
      return isUp || isDown ? { translate: `0 ${isUp ? -height : height}px` } : undefined;
    },
    handleOf: (entryId: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, entryId),
      onPointerMove: follow,
      onPointerUp: end,
      onPointerCancel: () => setDrag(null),
    }),
  };
}
