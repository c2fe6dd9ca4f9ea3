import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Definitions, event, personalFieldsOf, programText } from "#contracts/event";
import { eventCatalogue } from "#contracts/events";

/** Texts that members type and that are not personal, by whose they are. */
const belongsTo: Readonly<Record<string, readonly string[]>> = {
  "the team": [
    "TeamCreated.name",
    "TeamCreated.explain",
    "TeamInfoChanged.name",
    "TeamInfoChanged.explain",
    "AnnouncementChanged.announcement",
    "NotificationRaised.teamName",
    ...["SubjectPosted", "SubjectEdited", "ProblemProposed", "ProblemEntryEdited"].flatMap((type) =>
      ["title", "body", "problems.number", "problems.title", "problems.url"].map(
        (field) => `${type}.${field}`,
      ),
    ),
  ],
  "nobody: a problem's number at another site, which must match the site's pattern": [
    "ArticlePosted.problems.number",
    "ArticleEdited.problems.number",
  ],
};

/** Paths of the texts in a schema. Identifiers and enumerations have schemas of their own. */
function textsIn(schema: z.core.$ZodType, path: readonly string[] = []): string[] {
  if (schema === programText) return [];
  if (schema instanceof z.ZodString) return [path.join(".")];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return textsIn(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return textsIn(schema.element, path);
  if (schema instanceof z.ZodRecord)
    return [...textsIn(schema.keyType, [...path, "(key)"]), ...textsIn(schema.valueType, path)];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => textsIn(field, [...path, name]));
  const isWithoutText = [z.ZodUUID, z.ZodEnum, z.ZodNumber, z.ZodBoolean].some(
    (kind) => schema instanceof kind,
  );
  if (!isWithoutText) throw new Error(`${path.join(".")} has a schema that this rule does not know`);
  return [];
}

/** Texts that a withdrawal does not erase. */
const openTexts = (definitions: Definitions) =>
  Object.entries(definitions).flatMap(([type, definition]) => {
    const personal = personalFieldsOf(definition).flatMap(({ fields }) => fields);
    return textsIn(definition.data)
      .filter((path) => !personal.includes(path.split(".")[0] as string))
      .map((path) => `${type}.${path}`);
  });

describe("texts that members type", () => {
  it("are personal in every event, or belong to the team", () => {
    expect(openTexts(eventCatalogue).sort()).toEqual(Object.values(belongsTo).flat().sort());
  });

  it("would be found in a new event, in lists and in records, too", () => {
    const note = z.string();
    const data = z.object({
      memberId: z.uuid(),
      day: programText.nullable(),
      note,
      hidden: note.nullable(),
      list: z.array(z.object({ note })),
      labels: z.record(note, note),
    });
    const personal = { subject: "memberId", fields: ["hidden"] };
    expect(openTexts({ Noted: event(1, data, { personal }) })).toEqual([
      "Noted.note",
      "Noted.list.note",
      "Noted.labels.(key)",
      "Noted.labels",
    ]);
  });

  it("have a subject that the event names", () => {
    for (const [type, definition] of Object.entries(eventCatalogue as Definitions))
      for (const { subject, fields } of personalFieldsOf(definition)) {
        const { shape } = definition.data;
        expect(shape[subject], `${type}.${subject}`).toBeInstanceOf(z.ZodUUID);
        for (const field of fields) expect(shape, type).toHaveProperty(field);
      }
  });
});
