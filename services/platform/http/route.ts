import type { Request } from "express";
import type { BodyOf, DataOf, Endpoint, ParamsOf, QueryOf } from "#contracts/endpoint";
import type { CommandAnswer, CommandContext, Handled } from "../decider.ts";
import type { SanitisedBody } from "../html/html.ts";

export type Caller =
  | { readonly kind: "visitor" }
  | { readonly kind: "member"; readonly uuid: string; readonly hasProfile: boolean };

/** An uploaded picture after decoding and encoding. */
export interface UploadedPicture {
  /** `/images/<2 hex>/<digest>.<ext>` */
  readonly url: string;
}

/** A validated call as handlers receive it. */
export interface Call<E extends Endpoint, Picture extends UploadedPicture = UploadedPicture> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Sanitised HTML fields by name; missing fields are absent. */
  readonly html: Readonly<Record<string, SanitisedBody>>;
  readonly picture: Picture | undefined;
  /** Uuid of the caller; null for a visitor (public endpoints only). */
  readonly caller: string | null;
  /** Revision that the caller has seen; undefined without `If-Match` or with `*`. */
  readonly ifMatch: number | undefined;
  readonly command: CommandContext;
  readonly request: Request;
}

/** The part of a call that is known before its texts are checked. */
export interface BegunCall<E extends Endpoint> extends Pick<Call<E>, "params" | "body" | "caller"> {
  readonly commandId: string;
}

/** An item of a list, or a function that builds it while the list is sent; undefined if it was deleted meanwhile. */
export type Later<T> = T | (() => Promise<T | undefined>);

/** The data of a response, in which the items of a list or page may be built later. */
type Sendable<Data> = Data extends (infer T)[]
  ? Later<T>[]
  : Data extends { content: (infer T)[] }
    ? Omit<Data, "content"> & { content: Later<T>[] }
    : Data;

/** Sent instead of the envelope to a caller that accepts its type. */
export interface OtherForm {
  readonly type: string;
  readonly text: string;
}

export type Reply<Data> = (CommandAnswer<Data> | Handled<Data>) & {
  readonly inOtherForm?: OtherForm;
  readonly headers?: Readonly<Record<string, string | string[]>>;
};

/** An endpoint together with its handler. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: (call: never) => Promise<Reply<unknown>>;
  readonly permit?: (begun: never) => Promise<void>;
}

/**
 * `permit` refuses what the handler would refuse regardless of the texts; it runs before long HTML is sanitised and
 * before a picture is decoded.
 */
export const route = <E extends Endpoint, P extends UploadedPicture = UploadedPicture>(
  endpoint: E,
  handler: (call: Call<E, P>) => Promise<Reply<Sendable<DataOf<E>>>>,
  permit?: (begun: BegunCall<E>) => Promise<void>,
): Route => ({
  endpoint,
  handler: handler as Route["handler"],
  ...(permit && { permit: permit as Route["permit"] & {} }),
});
