import { z } from "zod";
import { type EventOf, event, programText } from "../event.ts";
import { subjectProblems } from "../problem-fields.ts";
import { categories } from "./api.ts";

const ref = z.object({ subjectId: z.number().int(), teamId: z.number().int(), date: programText });
const text = ref.extend({
  category: z.enum(categories),
  title: z.string(),
  /** Sanitised HTML. It belongs to the team and is not personal (docs/decisions/identity.md). */
  body: z.string(),
  imageUrl: programText.nullable(),
  revision: z.number().int(),
  problems: subjectProblems,
});

/** Stream `subject-<teamId>_<date>`: the problem of one team and day. */
export const subjectEvents = {
  SubjectPosted: event(1, text.extend({ authorId: z.uuid() })),
  SubjectEdited: event(1, text.extend({ editorId: z.uuid() })),
  SubjectDeleted: event(1, ref),
};
export type SubjectEvent = EventOf<typeof subjectEvents>;
