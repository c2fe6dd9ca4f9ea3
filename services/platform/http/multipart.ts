import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { Refused } from "#contracts/errors";
import { limits, serverLimits } from "#contracts/limits";
import { discardRest } from "./discard-rest.ts";
import { type PartTaker, readParts } from "./multipart-parts.ts";

export interface MultipartBody {
  /** Text parts by name; those named in `lists` as lists, of the others the first one. */
  readonly fields: Record<string, string | string[]>;
  /** Content of the first non-empty `image` file; judged later, after the fields (spec/wire-contract.md §1.4). */
  readonly picture: Buffer | "too-large" | undefined;
}

interface MultipartOptions {
  readonly lists: readonly string[];
  /** Called before further bytes of a picture are kept. @throws Refused when there is no memory for them */
  readonly hold?: (bytes: number) => void;
}

/** Far more than any form has, so that a request of empty parts ends early. */
const maxParts = 2000;

/**
 * Reads a multipart request (spec/wire-contract.md §1.1, §1.13). Name and type of a file count for nothing. Texts are
 * UTF-8, as in JSON bodies and whatever character set a part claims for itself; one that is no UTF-8 is malformed.
 * @throws Refused wrong-content-type | request-too-large | malformed, once the client can read the answer.
 */
export async function readMultipart(
  request: IncomingMessage,
  { lists, hold = () => {} }: MultipartOptions,
): Promise<MultipartBody> {
  const texts = textParts(lists);
  const pictures = pictureParts(hold);
  try {
    if (mediaType(request) !== "multipart/form-data") throw new Refused("wrong-content-type");
    if (Number(request.headers["content-length"]) > serverLimits.requestBytes)
      throw new Refused("request-too-large");
    await readParts(request, { bytes: serverLimits.requestBytes, parts: maxParts }, ({ name, isFile }) =>
      isFile ? pictures.take(name) : texts.take(name),
    );
    return { fields: texts.fields(), picture: pictures.first() };
  } catch (error) {
    await discardRest(request);
    // What the parser throws is about what it was given.
    throw error instanceof Refused ? error : new Refused("malformed");
  }
}

const mediaType = (request: IncomingMessage) =>
  (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();

function textParts(lists: readonly string[]) {
  const received: { readonly name: string; value: string }[] = [];
  let bytes = 0;
  let isReadable = true;
  function count(more: number): void {
    bytes += more;
    if (bytes > serverLimits.textPartBytes) throw new Refused("request-too-large");
  }
  function take(name: string): PartTaker {
    count(Buffer.byteLength(name));
    const text = { name, value: "" };
    // In the order in which they begin: an empty one may end before the one before it.
    received.push(text);
    const pieces = new Pieces();
    return {
      piece(piece) {
        count(piece.length);
        pieces.add(piece);
      },
      end() {
        const whole = pieces.take();
        isReadable &&= isUtf8(whole);
        text.value = whole.toString();
      },
    };
  }
  function fields(): MultipartBody["fields"] {
    if (!isReadable) throw new Refused("malformed");
    const byName: MultipartBody["fields"] = Object.create(null);
    for (const { name, value } of received) {
      if (name === "image") continue;
      const present = byName[name];
      if (Array.isArray(present)) present.push(value);
      else if (present === undefined) byName[name] = lists.includes(name) ? [value] : value;
    }
    return byName;
  }
  return { take, fields };
}

interface ReceivedPicture {
  readonly pieces: Pieces;
  bytes: number;
}

/** Keeps the content of the first `image` file that is not empty; reads everything else to its end. */
function pictureParts(hold: (bytes: number) => void) {
  const received: ReceivedPicture[] = [];
  let found: ReceivedPicture | undefined;
  // Cached: called for each piece, and there may be many empty parts.
  const firstOne = () => {
    found ??= received.find(({ bytes }) => bytes > 0);
    return found;
  };
  function take(name: string): PartTaker {
    const part: ReceivedPicture = { pieces: new Pieces(), bytes: 0 };
    if (name === "image") received.push(part);
    return {
      piece(piece) {
        part.bytes += piece.length;
        const isKept = part === firstOne() && part.bytes <= limits.pictureBytes;
        if (!isKept) return void part.pieces.take();
        hold(piece.length);
        part.pieces.add(piece);
      },
    };
  }
  function first(): MultipartBody["picture"] {
    const part = firstOne();
    if (!part) return undefined;
    return part.bytes > limits.pictureBytes ? "too-large" : part.pieces.take();
  }
  return { take, first };
}

const maxLoose = 1024;

/** Bytes that come in pieces, joined now and then: a piece of one byte takes a hundred by itself. */
class Pieces {
  #joined: Buffer[] = [];
  #loose: Buffer[] = [];

  add(piece: Buffer): void {
    this.#loose.push(piece);
    if (this.#loose.length < maxLoose) return;
    this.#joined.push(Buffer.concat(this.#loose));
    this.#loose = [];
  }

  /** Everything so far; there is nothing left then. */
  take(): Buffer {
    const whole = Buffer.concat([...this.#joined, ...this.#loose]);
    this.#joined = [];
    this.#loose = [];
    return whole;
  }
}
