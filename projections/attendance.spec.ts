import { left, teamDeleted } from "#tests/examples/memberships";
import { bamtol, dotori, hodu } from "#tests/examples/people";
import { withdrawn } from "#tests/examples/posts";
import { dayExcused, excuseTakenBack, restTaken, restTakenBack } from "#tests/examples/rhythm";
import { itProjects, itTouches, sealedOf } from "#tests/support/projected";
import { attendance } from "./attendance.ts";

const rest = { team_id: 12, member_id: bamtol, date: "2025-09-09", kind: "rest", sealed: null };
const excuse = { ...rest, kind: "excuse", sealed: sealedOf(1) };
const ofHodu = dayExcused({ memberId: hodu });

itProjects(attendance, [
  ["has rests", [restTaken()], [rest]],
  ["loses one that is taken back", [restTaken(), restTakenBack()], []],
  ["has excuses with their reasons sealed", [dayExcused()], [excuse]],
  [
    "has the last reason",
    [dayExcused(), dayExcused({ reason: "몸살" })],
    [{ ...excuse, sealed: sealedOf(2) }],
  ],
  [
    "has a rest again when the excuse of its day is taken back",
    [restTaken(), dayExcused(), excuseTakenBack()],
    [rest],
  ],
  ["has no excuse whose reason cannot be decrypted", [{ withoutKey: dayExcused() }], []],
  ["keeps those of a member who leaves", [dayExcused(), left()], [excuse]],
  [
    "ends with a member who withdraws",
    [dayExcused(), restTaken(), ofHodu, withdrawn(bamtol)],
    [{ ...excuse, member_id: hodu, sealed: sealedOf(3) }],
  ],
  ["ends with a member who has withdrawn", [withdrawn(bamtol), restTaken(), left(true)], []],
  ["ends with the team", [dayExcused(), restTaken(), teamDeleted], []],
]);
itTouches(attendance, [
  [["12"], restTaken(), restTakenBack(), dayExcused({ excusedBy: dotori }), excuseTakenBack()],
]);
