import { transcode } from "node:buffer";
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
  const open = Object.fromEntries(Object.entries(data).filter(([name]) => !fields.includes(name)));
  const secret = Object.fromEntries(fields.map((name) => [name, data[name] ?? null]));
  const sealed = encrypt(key, Buffer.from(JSON.stringify(secret)), contextOf(where)).toString("base64url");
  const part: PersonalPart = {
    of: subjectOf(definition, data) ?? "",
    fields,
    sealed: `${markOf(key)}.${sealed}`,
  };
  return { ...open, personal: part };
}

/** Data as they were before; the personal fields are null where the key has been destroyed. */
export function reveal(data: Data, key: Uint8Array | undefined, where: Whereabouts): Data {
  const part = personalPart(data);
  if (!part) return data;
  const { personal: _, ...open } = data;
  const [mark, sealed = ""] = part.sealed.split(".");
  // A member's second key does not open what was written with the destroyed first one.
  if (!key || mark !== markOf(key))
    return { ...open, ...Object.fromEntries(part.fields.map((name) => [name, null])) };
  const secret = decrypt(key, Buffer.from(sealed, "base64url"), contextOf(where));
  return { ...open, ...(JSON.parse(textOf(secret)) as Data) };
}

/** Of UTF-8. By this way several times as quick for Hangul as `toString`. */
const textOf = (bytes: Buffer): string => transcode(bytes, "utf8", "utf16le").toString("utf16le");

function personalPart(data: Data): PersonalPart | undefined {
  const part = data.personal;
  return typeof part === "object" && part !== null && "sealed" in part ? (part as PersonalPart) : undefined;
}
