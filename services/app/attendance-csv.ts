import { byteOrderMark, csvLine } from "#contracts/csv";
import type { Attendance } from "#contracts/rhythm/api";

type DayState = Attendance["members"][number]["states"][number]["state"];

const words: Readonly<Record<DayState, string>> = {
  wrote: "썼어요",
  excused: "출석 인정",
  rest: "쉬는 날",
  missed: "안 썼어요",
  open: "",
  off: "",
};

/** A month of a team as a table for a spreadsheet: members, their days and sums, no reasons. */
export const attendanceCsv = ({ days, members }: Attendance): string =>
  byteOrderMark +
  [
    ["멤버", ...days, words.wrote, words.missed, words.rest],
    ...members.map(({ member, states, wrote, missed, rests }) => [
      member.memberName,
      ...states.map(({ state }) => words[state]),
      ...[wrote, missed, rests].map(String),
    ]),
  ]
    .map(csvLine)
    .join("");

/** Whether a caller asks for CSV instead of JSON. */
export const acceptsCsv = (accept: string | undefined): boolean =>
  (accept ?? "").split(",").some((type) => type.split(";")[0]?.trim().toLowerCase() === "text/csv");
