import { createHash } from "node:crypto";
import { type EventDefinition, personalFieldsOf } from "#contracts/event";
import { textOfUtf8 } from "../utf8.ts";
import { decrypt, encrypt } from "./sealing.ts";

type Data = Readonly<Record<string, unknown>>;
/** By member. */
export type Keys = ReadonlyMap<string, Uint8Array>;

/** Stored in the log in place of an event's personal fields, as a list if they belong to several members. */
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

/** The members whose keys an event needs. */
export const subjectsOf = (definition: EventDefinition, data: Data): string[] =>
  personalFieldsOf(definition).map(({ subject }) => String(data[subject]));

/** The members whose keys a recorded event needs. */
export const recordedSubjectsOf = (data: Data): string[] => personalParts(data).map(({ of }) => of);

/** The data as they are stored, with personal fields only encrypted. `keys` has that of each of `subjectsOf`. */
export function encryptPersonal(
  definition: EventDefinition,
  data: Data,
  keys: Keys,
  where: SealingContext,
): Data {
  const owned = personalFieldsOf(definition);
  if (owned.length === 0) return data;
  const open: Record<string, unknown> = {};
  for (const name of Object.keys(data))
    if (!owned.some(({ fields }) => fields.includes(name))) open[name] = data[name];
  const parts = owned.map(({ subject, fields }): PersonalPart => {
    const of = String(data[subject]);
    const secret: Record<string, unknown> = {};
    for (const name of fields) secret[name] = data[name] ?? null;
    const key = keys.get(of) as Uint8Array;
    const sealed = encrypt(key, Buffer.from(JSON.stringify(secret)), contextOf(where)).toString("base64url");
    return { of, fields, sealed: `${markOf(key)}${sealed}` };
  });
  open.personal = parts.length === 1 ? parts[0] : parts;
  return open;
}

/** The original data; the personal fields of a member whose key has been destroyed are null. */
export function decryptPersonal(data: Data, keys: Keys, where: SealingContext): Data {
  const parts = personalParts(data);
  if (parts.length === 0) return data;
  const { personal: _, ...open } = data as Record<string, unknown>;
  for (const { of, fields, sealed } of parts) {
    const key = keys.get(of);
    // Assigned, not spread: that takes a third of the time, and a rebuild does it for every event of the log.
    if (isSealedWith(key, sealed)) Object.assign(open, opened(sealed, key, where));
    else for (const name of fields) open[name] = null;
  }
  return open;
}

/**
 * The personal parts of recorded data in the order of their definition, each as one text without line breaks, with everything
 * needed for decryption except the key; undefined where the key has been destroyed.
 */
export function sealedParts(
  data: Data,
  keys: Keys,
  { type, stream, commandId }: SealingContext,
): (string | undefined)[] {
  return personalParts(data).map(({ of, sealed }) =>
    isSealedWith(keys.get(of), sealed) ? `${type} ${stream} ${commandId} ${sealed}` : undefined,
  );
}

/**
 * Decrypts the fields of one of `sealedParts`; undefined if the key has been destroyed.
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

function personalParts(data: Data): readonly PersonalPart[] {
  const parts = Array.isArray(data.personal) ? data.personal : [data.personal];
  return parts.every((part) => typeof part === "object" && part !== null && "sealed" in part) ? parts : [];
}
