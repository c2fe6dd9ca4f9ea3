import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { MIMEType } from "node:util";
import { Dicer } from "@fastify/busboy";
import { Refused } from "#contracts/errors";

export interface Part {
  readonly name: string;
  /** It has a file name, or says that it is mere bytes. */
  readonly isFile: boolean;
}

/** What becomes of a part. What they throw ends the reading. */
export interface PartTaker {
  /** A piece of its content, in order. */
  piece(bytes: Buffer): void;
  /** Perhaps called after the next part has begun. */
  end?(): void;
}

/** Of one request. */
interface Max {
  readonly bytes: number;
  readonly parts: number;
}

/**
 * Takes a multipart body apart, to the end of the request. What is too much is refused at once; what cannot be read, when
 * everything is there: no closing boundary, a part that does not say what it is in the form (RFC 7578 §4.2), a name that is
 * no UTF-8.
 * @throws Refused request-too-large | malformed, and what the takers throw.
 */
export function readParts(
  request: IncomingMessage,
  max: Max,
  take: (part: Part) => PartTaker,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = new Dicer({ boundary: boundaryOf(request) });
    let bytes = 0;
    let parts = 0;
    let open = 0;
    let isReadable = true;
    let isClosed = false;
    let hasEnded = false;
    let isOver = false;

    /** Every event handler runs in one of these, which catches what it throws. */
    function step(work: () => void): void {
      if (isOver) return;
      try {
        work();
        if (!isClosed || !hasEnded || open > 0) return;
        if (!isReadable) throw new Refused("malformed");
        detach();
        resolve();
      } catch (error) {
        detach();
        reject(error);
      }
    }
    const fail = () =>
      step(() => {
        throw new Refused("malformed");
      });

    function begin(stream: Dicer.PartStream): void {
      let taker: PartTaker | undefined;
      step(() => {
        open += 1;
        parts += 1;
        if (parts > max.parts) throw new Refused("request-too-large");
      });
      stream.on("header", (head) =>
        step(() => {
          const part = partOf(head as PartHead);
          if (!part?.isReadable) isReadable = false;
          if (part) taker = take(part);
        }),
      );
      stream.on("data", (piece: Buffer) => step(() => taker?.piece(piece)));
      stream.on("end", () =>
        step(() => {
          open -= 1;
          // Its head never ended.
          if (!taker) isReadable = false;
          taker?.end?.();
        }),
      );
      // A body that breaks off ends its part with an error; the parser says so itself.
      stream.on("error", () => {});
    }

    const feed = (chunk: Buffer) =>
      step(() => {
        bytes += chunk.length;
        if (bytes > max.bytes) throw new Refused("request-too-large");
        // Never waits: all pieces are taken at once. Behind the closing boundary it would keep what it does not read.
        if (!isClosed) parser.write(chunk);
      });
    const end = () =>
      step(() => {
        hasEnded = true;
        request.off("close", fail);
        if (!isClosed) parser.end();
      });
    // The rest of a refused request is discarded, not parsed.
    function detach(): void {
      isOver = true;
      request.off("data", feed).off("end", end).off("close", fail);
    }

    parser.on("part", begin);
    // Comes with the closing boundary, perhaps before the content of the last part and the end of the request.
    parser.on("finish", () =>
      step(() => {
        isClosed = true;
      }),
    );
    parser.on("error", fail);
    if (request.destroyed) fail();
    else request.on("data", feed).on("end", end).on("close", fail);
  });
}

function boundaryOf({ headers }: IncomingMessage): string {
  const boundary = mimeType(headers["content-type"])?.params.get("boundary");
  if (!boundary) throw new Refused("malformed");
  return boundary;
}

/** By lower-case names; the parser gives their bytes as Latin-1. */
type PartHead = Readonly<Record<string, readonly string[]>>;

function partOf(head: PartHead): (Part & { readonly isReadable: boolean }) | undefined {
  const disposition = head["content-disposition"]?.[0];
  // It is written like the type of a body, without the first half.
  const kind = disposition === undefined ? undefined : mimeType(`part/${disposition}`);
  if (kind?.subtype !== "form-data") return undefined;
  const name = Buffer.from(kind.params.get("name") ?? "", "latin1");
  const isFile =
    Boolean(kind.params.get("filename") || kind.params.get("filename*")) ||
    mimeType(head["content-type"]?.[0])?.essence === "application/octet-stream";
  return { name: name.toString(), isFile, isReadable: isUtf8(name) };
}

function mimeType(text: string | undefined): MIMEType | undefined {
  try {
    return text === undefined ? undefined : new MIMEType(text);
  } catch {
    return undefined;
  }
}
