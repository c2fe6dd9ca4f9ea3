import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import type { Request, Response } from "express";
import multer from "multer";
import { Refused } from "#contracts/errors";
import { limits } from "#contracts/limits";
import { discardRest } from "./discard-rest.ts";
import { replacementCount, replacementsIn } from "./replacement-count.ts";

declare module "multer" {
  interface Options {
    /** Feeds the body to the parser; missing in the published types. */
    streamHandler?: (request: Request, parser: NodeJS.WritableStream) => void;
  }
}

export interface MultipartBody {
  /** Text parts by name; those named in `lists` as lists, of the others the first one. */
  readonly fields: Record<string, string | string[]>;
  /** Content of the first non-empty `image` file; judged later, after the fields (spec/wire-contract.md §1.4). */
  readonly picture: Buffer | "too-large" | undefined;
}

/** Far more than any form has, so that a request of empty parts ends early. */
const mostParts = 2000;

/**
 * Reads a multipart request (spec/wire-contract.md §1.1, §1.13). Name and type of a file count for nothing;
 * a text that is no UTF-8 is as malformed as a JSON body that is none.
 * @throws Refused wrong-content-type | request-too-large | malformed, once the client can read the answer.
 */
export async function readMultipart(
  request: Request,
  { lists }: { readonly lists: readonly string[] },
): Promise<MultipartBody> {
  const texts = textParts(lists);
  const pictures = pictureParts();
  try {
    if (mediaType(request) !== "multipart/form-data") throw new Refused("wrong-content-type");
    if (Number(request.headers["content-length"]) > limits.requestBytes)
      throw new Refused("request-too-large");
    const whole = replacementCount();
    await parse(request, { bytes: whole.add, text: texts.add, file: pictures.take });
    // The parser hands out texts alone: more signs for what cannot be read than were sent stand for other bytes.
    if (texts.replacements() > whole.count() - pictures.replacements()) throw new Refused("malformed");
  } catch (error) {
    await discardRest(request);
    throw asRefused(error);
  }
  return { fields: texts.fields, picture: pictures.first() };
}

const mediaType = (request: Request) =>
  (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();

type AddText = (name: string, value: string) => void;

type TakeFile = (name: string, content: Readable) => void;

interface Takers {
  /** The whole body, piece by piece. */
  readonly bytes: (chunk: Buffer) => void;
  readonly text: AddText;
  readonly file: TakeFile;
}

function parse(request: Request, take: Takers): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    // Said in the end: too much comes before what cannot be read (spec/wire-contract.md §1.4).
    let isUnreadable = false;
    const read = multer({
      limits: { fieldSize: limits.textPartBytes, parts: mostParts },
      streamHandler: (_request, parser) => {
        request.on("data", (chunk: Buffer) => {
          take.bytes(chunk);
          bytes += chunk.length;
          if (bytes > limits.requestBytes) reject(new Refused("request-too-large"));
        });
        // Multer would build objects from brackets in names and take up all parts of one name.
        parser.removeAllListeners("field").on("field", (name = "", value?: string) => {
          try {
            // No value: in a character set that the parser does not know.
            isUnreadable ||= value === undefined || !isReadable(name);
            take.text(name, value ?? "");
          } catch (error) {
            reject(error);
          }
        });
        // Multer would pass over files with an empty name: the content alone counts.
        parser.removeAllListeners("file").on("file", (name = "", content: Readable) => {
          isUnreadable ||= !isReadable(name);
          take.file(name, content);
        });
        request.pipe(parser);
      },
    }).any();
    // A request without any body is left alone by multer.
    const hasBody = "transfer-encoding" in request.headers || "content-length" in request.headers;
    if (!hasBody) return reject(new Refused("malformed"));
    read(request, {} as Response, (error?: unknown) => {
      if (error || isUnreadable) reject(error ?? new Refused("malformed"));
      else resolve();
    });
  });
}

/** The parser gives the bytes of a name as Latin-1. */
const isReadable = (name: string) => isUtf8(Buffer.from(name, "latin1"));

function textParts(lists: readonly string[]) {
  const fields: Record<string, string | string[]> = Object.create(null);
  let bytes = 0;
  let replacements = 0;
  const add: AddText = (name, value) => {
    replacements += replacementsIn(value);
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (bytes > limits.textPartBytes) throw new Refused("request-too-large");
    if (name === "image") return;
    const present = fields[name];
    if (Array.isArray(present)) present.push(value);
    else if (present === undefined) fields[name] = lists.includes(name) ? [value] : value;
  };
  return { fields, add, replacements: () => replacements };
}

interface ReceivedPicture {
  readonly chunks: Buffer[];
  bytes: number;
}

/** Keeps the content of `image` files until one is known not to be empty; reads everything else to its end. */
function pictureParts() {
  const received: ReceivedPicture[] = [];
  const counts: ReturnType<typeof replacementCount>[] = [];
  const firstOne = () => received.find(({ bytes }) => bytes > 0);
  const take: TakeFile = (name, content) => {
    const part: ReceivedPicture = { chunks: [], bytes: 0 };
    if (name === "image") received.push(part);
    const replacements = replacementCount();
    counts.push(replacements);
    content.on("data", (chunk: Buffer) => {
      replacements.add(chunk);
      part.bytes += chunk.length;
      const isKept = part === firstOne() && part.bytes <= limits.pictureBytes;
      if (isKept) part.chunks.push(chunk);
      else part.chunks.length = 0;
    });
    // A request that breaks off ends its parts with an error; the parser says so itself.
    content.on("error", () => {});
  };
  const first = (): Buffer | "too-large" | undefined => {
    const part = firstOne();
    if (!part) return undefined;
    return part.bytes > limits.pictureBytes ? "too-large" : Buffer.concat(part.chunks, part.bytes);
  };
  const replacements = () => counts.reduce((sum, { count }) => sum + count(), 0);
  return { take, first, replacements };
}

function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const isTooLarge = error instanceof multer.MulterError && error.code === "LIMIT_PART_COUNT";
  return new Refused(isTooLarge ? "request-too-large" : "malformed");
}
