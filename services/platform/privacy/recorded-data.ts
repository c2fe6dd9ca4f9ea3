import { createHash } from "node:crypto";
import type { EventDefinition } from "#contracts/event";
import { decrypt, encrypt } from "./sealing.ts";

type Data = Readonly<Record<string, unknown>>;

/** What stands in the log in the place of an event's personal fields. */
interface PersonalPart {
  readonly of: string;
  readonly fields: readonly string[];
  /** First bytes of the key's digest, base64url, then a dot, then the sealed JSON of the fields, base64url. */
  readonly sealed: string;
}

/** Bound to event type, stream and command: a part copied elsewhere does not open. */
export interface Whereabouts {
  readonly type: string;
  readonly stream: string;
  readonly commandId: string;
}

const contextOf = ({ type, stream, commandId }: Whereabouts) => `${type}\n${stream}\n${commandId}`;
const marks = new WeakMap<Uint8Array, string>();
/** Kept per key: whoever reads the whole log asks for each thousands of times. */
function markOf(key: Uint8Array): string {
  const known = marks.get(key);
  if (known !== undefined) return known;
  const mark = createHash("sha256").update(key).digest().subarray(0, 6).toString("base64url");
  marks.set(key, mark);
  return mark;
}

/** The member whose key an event needs, if any. */
export const subjectOf = (definition: EventDefinition, data: Data): string | undefined =>
  definition.personal && String(data[definition.personal.subject]);

/** The member whose key a recorded event needs, if any. */
export const recordedSubjectOf = (data: Data): string | undefined => personalPart(data)?.of;

/** Data as they are stored: the personal fields only encrypted. */
export function conceal(definition: EventDefinition, data: Data, key: Uint8Array, where: Whereabouts): Data {
  const fields = definition.personal?.fields ?? [];
  const open: Record<string, unknown> = {};
  const secret: Record<string, unknown> = {};
  for (const name of Object.keys(data)) if (!fields.includes(name)) open[name] = data[name];
  for (const name of fields) secret[name] = data[name] ?? null;
  const sealed = encrypt(key, Buffer.from(JSON.stringify(secret)), contextOf(where)).toString("base64url");
  const part: PersonalPart = {
    of: subjectOf(definition, data) ?? "",
    fields,
    sealed: `${markOf(key)}.${sealed}`,
  };
  open.personal = part;
  return open;
}

/** Data as they were before; the personal fields are null where the key has been destroyed. */
export function reveal(data: Data, key: Uint8Array | undefined, where: Whereabouts): Data {
  const part = personalPart(data);
  if (!part) return data;
  const { personal: _, ...open } = data;
  const [mark, sealed = ""] = part.sealed.split(".");
  // A member's second key does not open what was written with the destroyed first one.
  if (!key || mark !== markOf(key))
    return Object.assign(open, Object.fromEntries(part.fields.map((name) => [name, null])));
  const secret = decrypt(key, Buffer.from(sealed, "base64url"), contextOf(where));
  // Assigned, not spread: that takes a third of the time, and a rebuild does it for every event of the log.
  return Object.assign(open, JSON.parse(secret.toString()));
}

function personalPart(data: Data): PersonalPart | undefined {
  const part = data.personal;
  return typeof part === "object" && part !== null && "sealed" in part ? (part as PersonalPart) : undefined;
}
