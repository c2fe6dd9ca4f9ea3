import type { EventMeta } from "./projection.ts";
import { keyedBy, projection, type RowOf, type RowsOf, remove, removeWhere, upsert } from "./projection.ts";

const columns = {
  team_id: "bigint",
  member_id: "uuid",
  date: "date",
  /** `rest` or `excuse`: a day that is both has two rows. */
  kind: "text",
  /** The reason of an excuse. */
  sealed: "text null",
} as const;
type Row = RowOf<typeof columns>;

interface Day {
  readonly teamId: number;
  readonly memberId: string;
  readonly date: string;
}

const keyOf = ({ teamId, memberId, date }: Day, kind: "rest" | "excuse") => ({
  team_id: teamId,
  member_id: memberId,
  date,
  kind,
});

/** Rests and excused days of members. Reasons stay encrypted until a query reads them. */
export const attendance = projection({
  name: "attendance",
  view: "rhythm",
  version: 1,
  table: {
    columns,
    key: ["team_id", "member_id", "date", "kind"],
    indexes: ["(team_id, date)", "(member_id)"],
  },
  handlers: {
    RestTaken: (day) => [upsert<Row>({ ...keyOf(day, "rest"), sealed: null })],
    RestTakenBack: (day) => [remove<Row>(keyOf(day, "rest"))],
    // Without a key the member has withdrawn.
    DayExcused: (day, { sealed }: EventMeta) =>
      sealed === null ? [] : [upsert<Row>({ ...keyOf(day, "excuse"), sealed })],
    ExcuseTakenBack: (day) => [remove<Row>(keyOf(day, "excuse"))],
    // A rest may be taken while its member is withdrawing.
    MemberLeft: ({ teamId, memberId, withdrawn }) =>
      withdrawn ? [removeWhere<Row>({ team_id: teamId, member_id: memberId })] : [],
    MemberWithdrawn: ({ memberId }) => [removeWhere<Row>({ member_id: memberId })],
    TeamDeleted: ({ teamId }) => [removeWhere<Row>({ team_id: teamId })],
  },
  unopened: ["DayExcused"],
  touches: keyedBy("teamId", ["RestTaken", "RestTakenBack", "DayExcused", "ExcuseTakenBack"]),
});

declare module "./database.ts" {
  interface ReadModels {
    attendance: RowsOf<typeof attendance>;
  }
}
