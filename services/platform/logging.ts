import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Logger, pino } from "pino";
import { pinoHttp } from "pino-http";

export type { Logger };

/** Structured lines on standard output. No bodies, no headers, no query strings: they may hold personal data or tokens. */
export const createLogger = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: withoutValues } });

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Sorts by time, 16 characters of Crockford's base 32. */
export function newRequestId(): string {
  let time = Date.now();
  let id = "";
  for (let i = 0; i < 9; i += 1) {
    id = crockford[time % 32] + id;
    time = Math.floor(time / 32);
  }
  for (const byte of randomBytes(7)) id += crockford[byte % 32];
  return id;
}

type Logged = IncomingMessage & { originalUrl?: string; commandId?: string };

const quiet = /^\/(health|metrics)(\/|$)/;
const pathOf = (request: Logged) => (request.originalUrl ?? request.url ?? "").split("?")[0];

const line = (request: Logged, response: ServerResponse, responseTime: number) => ({
  method: request.method,
  path: pathOf(request),
  status: response.statusCode,
  ...(request.commandId ? { commandId: request.commandId } : {}),
  responseTime,
});

/** One line per finished request, with the command's id where there is one, and `X-Request-Id` on every answer. */
export const logRequests = (logger: Logger) =>
  pinoHttp<Logged>({
    logger,
    genReqId: (_request, response) => {
      const id = newRequestId();
      response.setHeader("X-Request-Id", id);
      return id;
    },
    quietReqLogger: true,
    customAttributeKeys: { reqId: "requestId" },
    serializers: { req: () => undefined, res: () => undefined, err: () => undefined },
    autoLogging: { ignore: (request) => quiet.test(request.url ?? "") },
    customSuccessObject: (request, response, { responseTime }) => line(request, response, responseTime),
    customErrorObject: (request, response, _error, { responseTime }) => line(request, response, responseTime),
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? "error" : "info"),
  });

/**
 * An error without what drivers put into it: parameters, row contents and details may be somebody's texts. Postgres
 * quotes the value itself in its class 22 messages.
 */
export function withoutValues(error: unknown): object {
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
