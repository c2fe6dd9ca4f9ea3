import { createHash } from "node:crypto";
import type { EventDefinition } from "#contracts/event";
import { textOfUtf8 } from "../utf8.ts";
import { decrypt, encrypt } from "./sealing.ts";

type Data = Readonly<Record<string, unknown>>;

/** Stored in the log in place of an event's personal fields. */
interface PersonalPart {
  readonly of: string;
  readonly fields: readonly string[];
  /** First bytes of the key's digest, base64url, then a dot, then the sealed JSON of the fields, base64url. */
  readonly sealed: string;
}

/**
 * Event type, stream and command are authenticated with the ciphertext: a part copied elsewhere cannot be decrypted.
 */
interface SealingContext {
  readonly type: string;
  readonly stream: string;
  readonly commandId: string;
}

const contextOf = ({ type, stream, commandId }: SealingContext) => `${type}\n${stream}\n${commandId}`;
const marks = new WeakMap<Uint8Array, string>();
/** Key digest with its dot. Cached per key, because a replay needs each thousands of times. */
function markOf(key: Uint8Array): string {
  const known = marks.get(key);
  if (known !== undefined) return known;
  const mark = `${createHash("sha256").update(key).digest().subarray(0, 6).toString("base64url")}.`;
  marks.set(key, mark);
  return mark;
}

/** The member whose key an event needs, if any. */
export const subjectOf = (definition: EventDefinition, data: Data): string | undefined =>
  definition.personal && String(data[definition.personal.subject]);

/** The member whose key a recorded event needs, if any. */
export const recordedSubjectOf = (data: Data): string | undefined => personalPart(data)?.of;

/** The data as they are stored, with personal fields only encrypted. */
export function encryptPersonal(
  definition: EventDefinition,
  data: Data,
  key: Uint8Array,
  where: SealingContext,
): Data {
  const fields = definition.personal?.fields ?? [];
  const open: Record<string, unknown> = {};
  const secret: Record<string, unknown> = {};
  for (const name of Object.keys(data)) if (!fields.includes(name)) open[name] = data[name];
  for (const name of fields) secret[name] = data[name] ?? null;
  const sealed = encrypt(key, Buffer.from(JSON.stringify(secret)), contextOf(where)).toString("base64url");
  const part: PersonalPart = {
    of: subjectOf(definition, data) ?? "",
    fields,
    sealed: `${markOf(key)}${sealed}`,
  };
  open.personal = part;
  return open;
}

/** The original data; personal fields are null if the key has been destroyed. */
export function decryptPersonal(data: Data, key: Uint8Array | undefined, where: SealingContext): Data {
  const part = personalPart(data);
  if (!part) return data;
  const { personal: _, ...open } = data;
  if (!isSealedWith(key, part.sealed))
    return Object.assign(open, Object.fromEntries(part.fields.map((name) => [name, null])));
  // Assigned, not spread: that takes a third of the time, and a rebuild does it for every event of the log.
  return Object.assign(open, opened(part.sealed, key, where));
}

/**
 * The personal part of recorded data as one text without line breaks, with everything needed for decryption except the
 * key; undefined if nothing is personal or the key has been destroyed.
 */
export function sealedPart(
  data: Data,
  key: Uint8Array | undefined,
  { type, stream, commandId }: SealingContext,
): string | undefined {
  const part = personalPart(data);
  return part && isSealedWith(key, part.sealed) ? `${type} ${stream} ${commandId} ${part.sealed}` : undefined;
}

/**
 * Decrypts the fields of a `sealedPart`; undefined if the key has been destroyed.
 * @throws if the text was changed
 */
export function openSealedPart(text: string, key: Uint8Array | undefined): Data | undefined {
  const [type = "", stream = "", commandId = "", sealed = ""] = text.split(" ");
  return isSealedWith(key, sealed) ? opened(sealed, key, { type, stream, commandId }) : undefined;
}

/** A member's second key cannot decrypt what was encrypted with the destroyed first one. */
const isSealedWith = (key: Uint8Array | undefined, sealed: string): key is Uint8Array =>
  key !== undefined && sealed.startsWith(markOf(key));

function opened(sealed: string, key: Uint8Array, where: SealingContext): Data {
  const bytes = Buffer.from(sealed.slice(sealed.indexOf(".") + 1), "base64url");
  return JSON.parse(textOfUtf8(decrypt(key, bytes, contextOf(where))));
}

function personalPart(data: Data): PersonalPart | undefined {
  const part = data.personal;
  return typeof part === "object" && part !== null && "sealed" in part ? (part as PersonalPart) : undefined;
}
