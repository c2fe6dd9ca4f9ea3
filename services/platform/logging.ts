import type { IncomingMessage, ServerResponse } from "node:http";
import { type Logger, pino } from "pino";
import { type BufferedLines, bufferedLines } from "./buffered-lines.ts";
import { withoutTokens } from "./http/token-paths.ts";

export type { Logger };

/**
 * Structured, buffered lines on standard output, flushed at the end of the process. They contain no bodies, headers or
 * query strings, which may hold personal data or tokens.
 */
export function createLogger(level: string): Logger {
  const settings = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutValues },
  };
  output ??= onStandardOutput();
  return pino(settings, output);
}

let output: BufferedLines | undefined;

/** Number of log lines of this process that were dropped. */
export const droppedLines = () => output?.dropped() ?? 0;

function onStandardOutput(): BufferedLines {
  // Reading `fd` makes a pipe non-blocking: writes without room fail instead of waiting.
  const lines = bufferedLines(process.stdout.fd);
  process.once("exit", lines.flushSync);
  return lines;
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Sorts by time, 16 characters of Crockford's base 32. */
export function newRequestId(): string {
  let time = Date.now();
  let id = "";
  for (let i = 0; i < 9; i += 1) {
    id = crockford[time % 32] + id;
    time = Math.floor(time / 32);
  }
  for (let i = 0; i < 7; i += 1) id += crockford[Math.floor(Math.random() * 32)];
  return id;
}

type Logged = IncomingMessage & { id?: unknown; originalUrl?: string; commandId?: string };

const quiet = /^\/(health|metrics)(\/|$)/;
/**
 * Assigns a request its id, sent as `X-Request-Id` in the response, and logs one line when it ends, with the command id
 * where there is one.
 */
export const logRequests = (logger: Logger) => (request: Logged, response: ServerResponse) => {
  const began = performance.now();
  const requestId = newRequestId();
  request.id = requestId;
  response.setHeader("X-Request-Id", requestId);
  if (quiet.test(request.url ?? "")) return;
  response.once("close", () => {
    const { commandId } = request;
    const isError = response.statusCode >= 500;
    logger[isError ? "error" : "info"](
      {
        requestId,
        method: request.method,
        path: withoutTokens(request.originalUrl ?? request.url ?? ""),
        status: response.statusCode,
        ...(commandId === undefined ? {} : { commandId }),
        responseTime: Math.round(performance.now() - began),
      },
      isError ? "request errored" : response.writableEnded ? "request completed" : "request aborted",
    );
  });
};

/**
 * The error without values that drivers add: parameters, row contents and details may be personal. Postgres quotes the
 * value itself in its class 22 messages.
 */
function withoutValues(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  const quotesValue = typeof code === "string" && code.startsWith("22");
  return {
    type: name,
    message: quotesValue ? "data exception" : message,
    ...(code === undefined ? {} : { code }),
    ...(quotesValue ? {} : { stack }),
    ...(cause === undefined ? {} : { cause: withoutValues(cause) }),
  };
}
