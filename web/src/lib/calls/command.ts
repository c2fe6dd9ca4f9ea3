import type { DataOf, Endpoint } from "#contracts/endpoint";
import { currentToken, memberOf } from "../session.ts";
import { type Answer, type CallOptions, call } from "./api.ts";
import { newIdempotencyKey } from "./idempotency.ts";
import type { Parts } from "./request.ts";

/** A command as data: what is sent where, under which idempotency key, and for whom. */
export interface Command<E extends Endpoint> {
  readonly endpoint: E;
  /** `params`, `body`, `picture` and `ifMatch`. */
  readonly options: CallOptions<E>;
  readonly key: string;
  readonly memberId: string | null;
}

export const commandOf = <E extends Endpoint>(endpoint: E, options: CallOptions<E>): Command<E> => ({
  endpoint,
  options,
  key: newIdempotencyKey(),
  memberId: memberOf(currentToken()),
});

export const send = <E extends Endpoint>({
  endpoint,
  options,
  key,
}: Command<E>): Promise<Answer<DataOf<E>>> => call(endpoint, { ...options, idempotencyKey: key });

/** Whether both would do the same: then the second may repeat the key of the first. */
export function isSameCommand<E extends Endpoint>(one: Command<E>, other: Command<E>): boolean {
  const { picture, ...parts } = one.options as Parts;
  const { picture: otherPicture, ...otherParts } = other.options as Parts;
  return (
    one.endpoint === other.endpoint &&
    one.memberId === other.memberId &&
    picture === otherPicture &&
    JSON.stringify(parts) === JSON.stringify(otherParts)
  );
}
