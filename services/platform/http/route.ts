import type { Request } from "express";
import type { BodyOf, DataOf, Endpoint, ParamsOf, QueryOf } from "#contracts/endpoint";
import type { Answer, CommandContext, Handled } from "../decider.ts";
import type { SanitisedBody } from "../html/html.ts";

export type Caller =
  | { readonly kind: "visitor" }
  | { readonly kind: "member"; readonly uuid: string; readonly hasProfile: boolean };

/** A picture that has been decoded and encoded again. */
export interface UploadedPicture {
  /** `/images/<2 hex>/<digest>.<ext>` */
  readonly url: string;
}

/** What a handler gets: everything checked and in its type. */
export interface Call<E extends Endpoint, Picture extends UploadedPicture = UploadedPicture> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Sanitised HTML parts by name; absent parts are absent. */
  readonly html: Readonly<Record<string, SanitisedBody>>;
  readonly picture: Picture | undefined;
  /** uuid of the caller; null for a visitor (public endpoints only). */
  readonly caller: string | null;
  /** Revision the caller has seen; undefined without `If-Match` or with `*`. */
  readonly ifMatch: number | undefined;
  readonly command: CommandContext;
  readonly request: Request;
}

/** What is known of a call whose texts have not been checked yet. */
export interface BegunCall<E extends Endpoint> extends Pick<Call<E>, "params" | "body" | "caller"> {
  readonly commandId: string;
}

/** An item of a list, or how to make it while the list is sent; undefined where it has gone since. */
export type Later<T> = T | (() => Promise<T | undefined>);

/** What a handler answers: long items of a list and of a page come later. */
type Sendable<Data> = Data extends (infer T)[]
  ? Later<T>[]
  : Data extends { content: (infer T)[] }
    ? Omit<Data, "content"> & { content: Later<T>[] }
    : Data;

export type Reply<Data> = (Answer<Data> | Handled<Data>) & {
  readonly headers?: Readonly<Record<string, string | string[]>>;
};

/** An endpoint together with what answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: (call: never) => Promise<Reply<unknown>>;
  readonly permit?: (begun: never) => Promise<void>;
}

/**
 * `permit` refuses what the handler would refuse whatever the texts are; it is asked before long
 * HTML is sanitised and before a picture is decoded.
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
