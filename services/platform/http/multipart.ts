import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { Refused } from "#contracts/errors";
import { limits, serverLimits } from "#contracts/limits";
import { textOfUtf8 } from "../utf8.ts";
import { discardRest } from "./discard-rest.ts";

export interface MultipartBody {
  /** Text parts by name: lists for the names in `lists`, otherwise the first part. */
  readonly fields: Record<string, string | string[]>;
  /** Content of the first non-empty `image` file; validated after the fields (spec/wire-contract.md §1.4). */
  readonly picture: Buffer | "too-large" | undefined;
}

interface MultipartOptions {
  readonly lists: readonly string[];
  /**
   * Called before further bytes of a picture are buffered.
   * @throws Refused if there is no memory for them
   */
  readonly hold?: (bytes: number) => void;
}

/** More than any form has, which is 50 uuids and six fields. */
const maxParts = 200;
/** Maximum of header bytes of a part; the parser ignores further ones. */
const maxHeader = 8192;

/** Counts the parts that begin in a chunk of a body: a thousand of them take the parser 20 ms. */
function countParts(chunk: Buffer, delimiter: string): number {
  let count = 0;
  for (let at = chunk.indexOf(delimiter); at !== -1; at = chunk.indexOf(delimiter, at + 1)) count += 1;
  return count;
}

/**
 * Reads a multipart request (spec/wire-contract.md §1.1, §1.13). Name and type of a file are ignored. Texts must be
 * UTF-8, as in JSON bodies, whatever character set a part declares; otherwise the request is malformed.
 * @throws Refused wrong-content-type | request-too-large | malformed, once the client can read the response
 */
export async function readMultipart(
  request: IncomingMessage,
  { lists, hold = () => {} }: MultipartOptions,
): Promise<MultipartBody> {
  const { headers } = request;
  try {
    if (headers["content-type"]?.split(";")[0]?.trim().toLowerCase() !== "multipart/form-data")
      throw new Refused("wrong-content-type");
    if (Number(headers["content-length"]) > serverLimits.requestBytes) throw new Refused("request-too-large");
    const { texts, picture } = await readParts(request, hold);
    return { fields: fieldsOf(texts, lists), picture };
  } catch (error) {
    await discardRest(request);
    // Errors of the parser mean that the request is malformed.
    throw error instanceof Refused ? error : new Refused("malformed");
  }
}

interface Text {
  readonly name: string;
  readonly content: Chunks;
}

/** Reads all parts up to the end of the request. */
function readParts(request: IncomingMessage, hold: (bytes: number) => void) {
  const parser = new Busboy({
    headers: request.headers as BusboyHeaders,
    // As fields, the parser would decode texts by their declared character set.
    isPartAFile: () => true,
    limits: { parts: maxParts, headerSize: maxHeader },
  });
  const [, boundary = ""] = /boundary="?([^";]+)/i.exec(request.headers["content-type"] ?? "") ?? [];
  let parts = 0;
  const texts: Text[] = [];
  let picture: Chunks | undefined;
  let requestBytes = 0;
  let textBytes = 0;
  return new Promise<{ texts: Text[]; picture: MultipartBody["picture"] }>((resolve, reject) => {
    const fail = (error: unknown) => {
      request.off("data", count).off("close", fail).unpipe(parser);
      reject(error);
    };
    /** Turns exceptions inside event handlers into a failed read. */
    const attempt = (work: () => void) => {
      try {
        work();
      } catch (error) {
        fail(error);
      }
    };
    const countText = (bytes: number) => {
      textBytes += bytes;
      if (textBytes > serverLimits.textPartBytes) throw new Refused("request-too-large");
    };
    const count = (chunk: Buffer) => {
      requestBytes += chunk.length;
      parts += countParts(chunk, `\r\n--${boundary}`);
      if (requestBytes <= serverLimits.requestBytes && parts <= maxParts) return;
      fail(new Refused("request-too-large"));
      // Otherwise the parser would still process this chunk.
      parser.destroy();
    };
    const collectPicture = (content: Chunks, chunk: Buffer) => {
      picture ??= content;
      if (content !== picture || content.add(chunk.length) > limits.pictureBytes) return void content.drop();
      hold(chunk.length);
      content.keep(chunk);
    };
    parser.on("file", (partName, stream: Readable, fileName, _encoding, type) => {
      const name = partName ?? "";
      const content = new Chunks();
      const isFile = Boolean(fileName) || type === "application/octet-stream";
      // Keeps the order in which the parts begin.
      if (!isFile) texts.push({ name, content });
      attempt(() => !isFile && countText(Buffer.byteLength(name)));
      stream.on("data", (chunk: Buffer) =>
        attempt(() => {
          if (isFile) return name === "image" && collectPicture(content, chunk);
          countText(chunk.length);
          content.keep(chunk);
        }),
      );
      // If the body breaks off, the part emits an error that the parser reports as well.
      stream.on("error", () => {});
    });
    const parsed = new Promise<void>((done) => parser.on("finish", done));
    const ended = new Promise<void>((done) => request.on("end", done));
    request.on("end", () => request.off("close", fail));
    // Nothing is parsed after the closing boundary.
    void parsed.then(() => request.unpipe(parser).resume());
    parser.on("error", fail).on("partsLimit", () => fail(new Refused("request-too-large")));
    request.on("data", count).on("close", fail).pipe(parser);
    if (request.destroyed) fail(new Refused("malformed"));
    void Promise.all([parsed, ended]).then(() =>
      resolve({ texts, picture: picture?.isDropped ? "too-large" : picture?.concat() }),
    );
  });
}

function fieldsOf(texts: readonly Text[], lists: readonly string[]): MultipartBody["fields"] {
  const fields: MultipartBody["fields"] = Object.create(null);
  for (const { name, content } of texts) {
    const bytes = content.concat();
    if (!isUtf8(bytes)) throw new Refused("malformed");
    const present = fields[name];
    if (name === "image") continue;
    if (Array.isArray(present)) present.push(textOfUtf8(bytes));
    else if (present === undefined)
      fields[name] = lists.includes(name) ? [textOfUtf8(bytes)] : textOfUtf8(bytes);
  }
  return fields;
}

const maxLoose = 1024;

/** Buffer of chunks that are merged from time to time, because a chunk of one byte occupies a hundred. */
class Chunks {
  isDropped = false;
  #pieces: Buffer[] = [];
  #loose = 0;
  #bytes = 0;

  /**
   * Counts further bytes.
   * @returns all bytes so far
   */
  add(bytes: number): number {
    this.#bytes += bytes;
    return this.#bytes;
  }

  keep(chunk: Buffer): void {
    this.#pieces.push(chunk);
    this.#loose += 1;
    if (this.#loose < maxLoose) return;
    this.#pieces.push(Buffer.concat(this.#pieces.splice(-maxLoose)));
    this.#loose = 0;
  }

  drop(): void {
    this.isDropped = true;
    this.#pieces = [];
  }

  concat(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}
