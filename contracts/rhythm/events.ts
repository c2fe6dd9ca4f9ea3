import { z } from "zod";
import { type EventOf, event, programText } from "../event.ts";

const day = { teamId: z.number().int(), memberId: z.uuid(), date: programText };

/** Stream `attendance-<teamId>_<member uuid>`: rests and excused days of a member in a team. */
export const attendanceEvents = {
  RestTaken: event(1, z.object(day)),
  RestTakenBack: event(1, z.object(day)),
  /** The reason belongs to the excused member. */
  DayExcused: event(1, z.object({ ...day, reason: z.string().nullable(), excusedBy: z.uuid() }), {
    personal: { subject: "memberId", fields: ["reason"] },
  }),
  ExcuseTakenBack: event(1, z.object({ ...day, by: z.uuid() })),
};
export type AttendanceEvent = EventOf<typeof attendanceEvents>;
