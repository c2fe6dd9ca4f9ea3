import { v4 } from "uuid";
import type { DataOf, Endpoint } from "#contracts/endpoint";
import { currentToken, memberOf } from "../session.ts";
import { type CallAnswer, type CallOptions, call } from "./api.ts";
import type { RequestOptions } from "./http.ts";

/** A command as data: endpoint, content, idempotency key and member. */
export interface Command<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  readonly options: RequestOptions;
  readonly key: string;
  readonly memberId: string | null;
}

export const commandOf = <E extends Endpoint>(endpoint: E, options: CallOptions<E>): Command<E> => ({
  endpoint,
  options: options as RequestOptions,
  key: v4(),
  memberId: memberOf(currentToken()),
});

export const send = <E extends Endpoint>({
  endpoint,
  options,
  key,
}: Command<E>): Promise<CallAnswer<DataOf<E>>> => call(endpoint, options as CallOptions<E>, key);

/** The command to send: an unanswered one with the same effect, so that its key is repeated, otherwise the next one. */
export function reuseUnanswered<C extends Command>(unanswered: C | null, next: C): C {
  if (!unanswered) return next;
  const { picture, ...parts } = unanswered.options;
  const { picture: nextPicture, ...nextParts } = next.options;
  const isSame =
    unanswered.endpoint === next.endpoint &&
    unanswered.memberId === next.memberId &&
    picture === nextPicture &&
    JSON.stringify(parts) === JSON.stringify(nextParts);
  return isSame ? unanswered : next;
}
