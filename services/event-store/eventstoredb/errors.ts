import { type Metadata, status } from "@grpc/grpc-js";
import { AppendTooLarge, LogBehind, StoreUnavailable } from "../event-store.ts";

/** The server did not respond in time. */
export class ResponseTimeout extends Error {
  constructor() {
    super("it does not answer");
    this.name = "ResponseTimeout";
  }
}

/** Whether a response did not arrive in time. */
export const isResponseTimeout = (error: unknown): boolean =>
  error instanceof ResponseTimeout || (error as Failed | null)?.code === status.DEADLINE_EXCEEDED;

/** A failed call as gRPC reports it. */
interface Failed {
  readonly code?: number;
  readonly details?: string;
  readonly metadata?: Metadata;
}

/** Whether a call failed with this exception, which servers name beside the status code. */
export const isNamed = (error: unknown, name: string): boolean => textIn(error, "exception") === name;

function textIn(error: unknown, key: string): string | undefined {
  return (error as Failed | null)?.metadata?.get?.(key)[0]?.toString();
}

/** `host:port` of the leader, where a follower's response names it. */
export function leaderIn(error: unknown): string | undefined {
  if (!isNamed(error, "not-leader")) return undefined;
  const host = textIn(error, "leader-endpoint-host");
  const port = textIn(error, "leader-endpoint-port");
  return host && port ? `${host}:${port}` : undefined;
}

const { INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, RESOURCE_EXHAUSTED, FAILED_PRECONDITION } = status;
const { OUT_OF_RANGE, UNIMPLEMENTED, UNAUTHENTICATED } = status;
/** Status codes of calls that fail however often they are repeated. */
const finalCodes: ReadonlySet<number | undefined> = new Set([
  INVALID_ARGUMENT,
  NOT_FOUND,
  RESOURCE_EXHAUSTED,
  FAILED_PRECONDITION,
  OUT_OF_RANGE,
]);

/** Causes of failed connections and their remedies, recognised by messages of gRPC, Node and OpenSSL. */
const causes: readonly (readonly [RegExp, cause: string, remedy: string])[] = [
  [/ECONNREFUSED/, "nothing listens there", "start it or correct EVENTSTORE_URL"],
  [/ENOTFOUND|EAI_AGAIN|Name resolution/i, "its name is not known", "correct EVENTSTORE_URL"],
  [
    /certificate|CERT_|altnames/i,
    "its certificate is not trusted",
    "name the authority's with tlsCAFile in EVENTSTORE_URL",
  ],
  [
    /wrong version number|packet length too long|EPROTO/i,
    "it does not speak TLS",
    "add tls=false to EVENTSTORE_URL",
  ],
  [
    /Protocol error|Parse Error|Failed to connect/i,
    "it ends connections at once, perhaps because it speaks with TLS alone",
    "correct EVENTSTORE_URL",
  ],
  [/no leader/i, "no leader is elected", "start the other nodes of the cluster"],
  [/Operation timed out|Server Is/, "it is not ready, or too few nodes of its cluster are", "see its log"],
  [/Channel closed|been shut down/, "the connection was lost", "see its log"],
];

/** Maps a failed call to the errors of the port. */
export function asPortError(error: unknown): Error {
  const [tooLarge, limit = ""] =
    /^(maximum-append(?:-event)?-size)-exceeded$/.exec(textIn(error, "exception") ?? "") ?? [];
  if (tooLarge) return new AppendTooLarge(Number(textIn(error, limit)), error);
  const { code, details = "" } = error as Failed;
  if (code === UNAUTHENTICATED)
    return new Error("The event store refuses the user or the password in EVENTSTORE_URL.", { cause: error });
  if (code === UNIMPLEMENTED)
    return new Error("The server at EVENTSTORE_URL is not an EventStoreDB or KurrentDB.", { cause: error });
  if (code === PERMISSION_DENIED)
    return new Error(
      "The user in EVENTSTORE_URL may not do that: the product reads $all and writes streams (group $admins, or a default ACL).",
      { cause: error },
    );
  // The position is beyond the end of the log, or no event begins there.
  if (/invalid ?position|position is (invalid|not valid)/i.test(details)) return new LogBehind();
  const isFinal = finalCodes.has(code) && !isNamed(error, "not-leader");
  if (isFinal || error instanceof RangeError || error instanceof TypeError) return error as Error;
  // gRPC reports where the time was spent, in words that match other causes.
  const message = isResponseTimeout(error)
    ? new ResponseTimeout().message
    : details || String((error as Error).message ?? error);
  const [, cause, remedy] = causes.find(([pattern]) => pattern.test(message)) ?? [
    undefined,
    message,
    "start it or correct EVENTSTORE_URL",
  ];
  return new StoreUnavailable(
    error,
    `The event store at EVENTSTORE_URL cannot be reached (${cause}): ${remedy}.`,
    /certificate|TLS/.test(cause),
  );
}
