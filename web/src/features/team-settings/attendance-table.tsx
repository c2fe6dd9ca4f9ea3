import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Attendance, Rhythm } from "#contracts/rhythm/api";
import { weekdayOf, weekdays } from "#contracts/rhythm/days";
import { signNames } from "#web/features/team/rhythm/day-texts.ts";
import { Sign, type SignKind } from "#web/features/team/rhythm/sign.tsx";
import { isMobile } from "#web/lib/mobile.ts";
import { useSession } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/cx.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { dayLabel, weekdayOf as weekdayName } from "#web/ui/month-calendar-days.ts";
import styles from "./attendance.module.css";
import { CellBox } from "./attendance-box.tsx";
import { type AttendanceMember, type AttendanceState, actionOf, type CellAction } from "./attendance-days.ts";
import { membersQuery } from "./queries.ts";

interface AttendanceTableProps {
  readonly teamId: number;
  readonly label: string;
  readonly attendance: Attendance;
  readonly rhythm: Rhythm;
  readonly isManager: boolean;
}

/** Roles are given, because lines that are laid out on narrow windows are no table for the browser. */
const grid = { role: "grid" } as const;
const group = { role: "rowgroup" } as const;
const line = { role: "row" } as const;
const column = { role: "columnheader", scope: "col" } as const;
const header = { role: "rowheader", scope: "row" } as const;
const cell = { role: "gridcell" } as const;

/** The cell whose box is open. */
interface Opened {
  readonly uuid: string;
  readonly day: string;
}

const sums = ["wrote", "missed", "rests"] as const;
const signOfSum = { wrote: "wrote", missed: "missed", rests: "rest" } as const;

/** Members by days; cells in which something can be done are buttons, reached by arrow keys. */
export function AttendanceTable(props: AttendanceTableProps) {
  const { teamId, label, attendance, rhythm, isManager } = props;
  const { days, members } = attendance;
  const { uuid } = useSession();
  const isOnlyManager = useOnlyManager(teamId, isManager);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [reachable, setReachable] = useState<string | null>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const today = rhythm.today.date;
  useEffect(() => showWeekOf(table.current), []);

  const cells = members.map((row) => {
    const isOwn = row.member.uuid === uuid;
    const canExcuse = isManager && (!isOwn || isOnlyManager);
    return {
      row,
      isOwn,
      actions: days.map((day, at) =>
        actionOf({ day, state: stateAt(row, at).state, isOwn, canExcuse }, rhythm),
      ),
    };
  });
  const first = cells.find(({ actions }) => actions.some(Boolean));
  const firstId = first && idOf(first.row.member.uuid, days[first.actions.findIndex(Boolean)] ?? "");
  const openedRow = opened && cells.find(({ row }) => row.member.uuid === opened.uuid);
  const openedAt = opened ? days.indexOf(opened.day) : -1;
  const action = openedRow?.actions[openedAt];
  /** A cell that has lost its button cannot be reached any more. */
  const isReachable = cells.some(({ row, actions }) =>
    actions.some((each, at) => each && idOf(row.member.uuid, days[at] ?? "") === reachable),
  );
  const tabStop = isReachable ? reachable : firstId;

  return (
    <div className={styles.box}>
      <div className={styles.scroll}>
        <table
          ref={table}
          {...grid}
          // A month without a button scrolls with the keyboard, too.
          tabIndex={firstId === undefined ? 0 : undefined}
          className={styles.table}
          aria-label={label}
          style={
            {
              "--lead": weekdays.indexOf(weekdayOf(days[0] ?? today)),
              "--days": days.length,
            } as CSSProperties
          }
          onKeyDown={moveByKey}
        >
          <thead {...group}>
            <tr {...line}>
              <th {...column} className={styles.who}>
                <HiddenText>멤버</HiddenText>
              </th>
              {days.map((day) => (
                <th
                  key={day}
                  {...column}
                  className={cx(styles.day, lookOf(day))}
                  aria-label={dayLabel(day)}
                  aria-current={day === today ? "date" : undefined}
                >
                  <b className={styles.number}>{Number(day.slice(8))}</b>
                  <small className={styles.weekday}>{weekdayName(day)}</small>
                </th>
              ))}
              {sums.map((sum) => (
                <th key={sum} {...column} className={cx(styles.sum, styles[sum])}>
                  <Sign kind={signOfSum[sum]} />
                  <HiddenText>{signNames[signOfSum[sum]]}</HiddenText>
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...group}>
            {cells.map(({ row, isOwn, actions }) => (
              <tr key={row.member.uuid} {...line}>
                <th {...header} className={styles.who}>
                  <span className={styles.name}>
                    <Avatar name={row.member.memberName} src={row.member.imageUrl} size={24} />
                    <span className={styles.nameText} title={row.member.memberName}>
                      {row.member.memberName}
                    </span>
                    {isOwn && <span className={styles.me}>나</span>}
                  </span>
                </th>
                {days.map((day, at) => {
                  const id = idOf(row.member.uuid, day);
                  return (
                    <td key={day} {...cell} className={cx(styles.day, lookOf(day))}>
                      <Cell
                        name={row.member.memberName}
                        day={day}
                        sign={signOf(stateAt(row, at).state, day, today)}
                        action={actions[at]}
                        isReachable={id === tabStop}
                        isOpen={opened !== null && idOf(opened.uuid, opened.day) === id}
                        onFocus={() => setReachable(id)}
                        onPress={(button) => {
                          anchor.current = button;
                          const isOpen = opened?.uuid === row.member.uuid && opened.day === day;
                          setOpened(isOpen ? null : { uuid: row.member.uuid, day });
                        }}
                      />
                    </td>
                  );
                })}
                {sums.map((sum) => (
                  <td key={sum} {...cell} className={cx(styles.sum, styles[sum])}>
                    <Sign kind={signOfSum[sum]} />
                    <HiddenText>{signNames[signOfSum[sum]]} </HiddenText>
                    {row[sum]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {opened && openedRow && action && (
        <CellBox
          key={idOf(opened.uuid, opened.day)}
          teamId={teamId}
          row={openedRow.row}
          state={stateAt(openedRow.row, openedAt)}
          day={opened.day}
          action={action}
          rhythm={rhythm}
          anchor={anchor}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

const off: AttendanceState = { state: "off", reason: null };
const stateAt = ({ states }: AttendanceMember, at: number) => states[at] ?? off;
const idOf = (uuid: string, day: string) => `${uuid} ${day}`;

/** Blank days are off, or to come. */
const signOf = (state: AttendanceState["state"], day: string, today: string): SignKind | undefined =>
  state === "off" || (state === "open" && day > today) ? undefined : state;

const lookOf = (day: string) =>
  ({ Mon: styles.monday, Sat: styles.saturday, Sun: styles.sunday })[weekdayOf(day) as string];

interface CellProps {
  readonly name: string;
  readonly day: string;
  readonly sign: SignKind | undefined;
  readonly action: CellAction | undefined;
  readonly isReachable: boolean;
  readonly isOpen: boolean;
  readonly onFocus: () => void;
  readonly onPress: (button: HTMLButtonElement) => void;
}

function Cell({ name, day, sign, action, isReachable, isOpen, onFocus, onPress }: CellProps) {
  const mark = sign && <Sign kind={sign} />;
  if (!action)
    return (
      <span>
        {mark}
        {sign && <HiddenText>{signNames[sign]}</HiddenText>}
      </span>
    );
  return (
    <button
      type="button"
      tabIndex={isReachable ? 0 : -1}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={[name, dayLabel(day), sign && signNames[sign]].filter(Boolean).join(", ")}
      onFocus={onFocus}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      {mark}
    </button>
  );
}

/** Whether the caller is a team's only manager, who may excuse own days (spec/rhythm.md rule 5). */
function useOnlyManager(teamId: number, isManager: boolean): boolean {
  const { data } = useQuery({ ...membersQuery(teamId), enabled: isManager });
  return data?.filter(({ isTeamManager }) => isTeamManager).length === 1;
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** Arrow keys move to the next cell with a button in their direction. */
function moveByKey(event: KeyboardEvent<HTMLTableElement>): void {
  const step = steps[event.key];
  const from = event.target instanceof Element ? event.target.closest("td") : null;
  if (!step || !from || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const [rows, columns] = step;
  let row = from.parentElement;
  let at = from.cellIndex;
  do {
    at += columns;
    if (rows !== 0) row = (rows > 0 ? row?.nextElementSibling : row?.previousElementSibling) as HTMLElement;
    const button = row?.children[at]?.querySelector("button");
    if (button) {
      button.focus();
      return;
    }
  } while (row?.children[at]);
}

/** Scrolls to the week of today, on narrow windows a page of seven days. */
function showWeekOf(table: HTMLTableElement | null): void {
  const today = table?.querySelector("[aria-current]");
  const scroll = table?.parentElement;
  if (!table || !today || !scroll) return;
  const { left } = today.getBoundingClientRect();
  const from = left - scroll.getBoundingClientRect().left + scroll.scrollLeft;
  // On narrow windows the names are above the days, whose weeks snap to the edge.
  scroll.scrollLeft = isMobile()
    ? Math.floor(from / scroll.clientWidth) * scroll.clientWidth
    : from - scroll.clientWidth / 2;
}
