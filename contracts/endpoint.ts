import { z } from "zod";
import { type RefusalCode, refusals } from "./errors.ts";
import { isFarLonger, isLonger, limits, normalise } from "./limits.ts";
import { isBlank, singleLine } from "./texts.ts";

/** Who may call: every client, a token holder whose profile may be missing, or a member with a complete profile. */
export type Access = "public" | "token" | "profile";

type Shape = z.ZodObject<z.ZodRawShape>;

export type Body =
  | { readonly kind: "none" }
  /** Of any type, read up to `maxBytes` and not used. */
  | { readonly kind: "ignored"; readonly maxBytes: number }
  | {
      readonly kind: "json";
      readonly schema: Shape;
      /** Whether a request may have none, which is read as an empty object. */
      readonly isOptional: boolean;
    }
  | {
      readonly kind: "multipart";
      readonly schema: Shape;
      /** Fields that may be repeated. */
      readonly lists: readonly string[];
      /** Fields with HTML: the server sanitises them; visually empty ones are refused with `blank`. */
      readonly html: Readonly<Record<string, { readonly blank: string; readonly required: boolean }>>;
    };

export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  B extends Body = Body,
  Returns extends z.ZodType = z.ZodType,
> {
  readonly kind: "query" | "command";
  /** camelCase; equals the operationId in OpenAPI. */
  readonly name: string;
  readonly summary: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api`, with parameters in braces: `/v1/teams/{teamId}/join`. */
  readonly path: string;
  readonly access: Access;
  readonly params: Params;
  readonly query: Query;
  readonly body: B;
  readonly status: 200 | 201;
  /** `message` of the success envelope. */
  readonly message: string | null;
  /** The message that some of its answers have instead. */
  readonly otherMessage: string | null;
  /** `data` of the success envelope. */
  readonly returns: Returns;
  /** Refusals of the endpoint itself, in checking order. */
  readonly refusals: readonly RefusalCode[];
  /** Whether callers that accept `text/csv` may get the data as CSV. */
  readonly csv: boolean;
  /** Whether the response has an `ETag` (spec/wire-contract.md §1.10). */
  readonly etag: boolean;
  /** Whether `If-Match` is evaluated. */
  readonly ifMatch: boolean;
  /** Whether a command's response is stored for repetitions with the same key (spec/wire-contract.md §1.9). */
  readonly remembered: boolean;
}

/**
 * Whether its calls count as writes of their member. Renewal and logout do not, because they must never be refused for
 * a quota.
 */
export const hasQuota = ({ kind, access, name }: Pick<Endpoint, "kind" | "access" | "name">): boolean =>
  kind === "command" && access !== "public" && name !== "logout";

const nothing = z.object({});
const withoutBody = { kind: "none" } as const;
type Nothing = typeof nothing;
const noShape: Shape = nothing;
type WithoutBody = typeof withoutBody;

interface Sketch<P extends Shape, Q extends Shape, B extends Body, R extends z.ZodType> {
  name: string;
  summary: string;
  path: string;
  access: Access;
  params?: P;
  query?: Q;
  body?: B;
  status?: 200 | 201;
  message?: string | null;
  otherMessage?: string;
  returns: R;
  refusals?: readonly RefusalCode[];
  csv?: boolean;
  etag?: boolean;
  ifMatch?: boolean;
  remembered?: boolean;
}

function endpoint<P extends Shape, Q extends Shape, B extends Body, R extends z.ZodType>(
  kind: "query" | "command",
  method: Endpoint["method"],
  sketch: Sketch<P, Q, B, R>,
): Endpoint<P, Q, B, R> {
  return {
    kind,
    method,
    name: sketch.name,
    summary: sketch.summary,
    path: sketch.path,
    access: sketch.access,
    params: sketch.params ?? (noShape as P),
    query: sketch.query ?? (noShape as Q),
    body: sketch.body ?? (withoutBody as B),
    status: sketch.status ?? 200,
    message: sketch.message ?? null,
    otherMessage: sketch.otherMessage ?? null,
    returns: sketch.returns,
    refusals: sketch.refusals ?? [],
    csv: sketch.csv ?? false,
    etag: sketch.etag ?? false,
    ifMatch: sketch.ifMatch ?? false,
    remembered: sketch.remembered ?? true,
  };
}

/** A read without effects, by GET. */
export const query = <R extends z.ZodType, P extends Shape = Nothing, Q extends Shape = Nothing>(
  sketch: Sketch<P, Q, WithoutBody, R>,
) => endpoint<P, Q, WithoutBody, R>("query", "GET", sketch);

/** A change; the response is sent once the affected read models contain it (spec/wire-contract.md §1.11). */
export const command = <R extends z.ZodType, P extends Shape = Nothing, B extends Body = WithoutBody>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  sketch: Sketch<P, Nothing, B, R>,
) => endpoint<P, Nothing, B, R>("command", method, sketch);

export const json = <S extends Shape>(schema: S, { isOptional = false } = {}) =>
  ({ kind: "json", schema, isOptional }) as const;

export const ignored = (maxBytes: number) => ({ kind: "ignored", maxBytes }) as const;

/** Text fields of a multipart request; the first non-empty `image` part is the picture (spec/wire-contract.md §7). */
export const multipart = <S extends Shape>(
  schema: S,
  {
    lists = [],
    html = {},
  }: { lists?: readonly string[]; html?: Record<string, { blank: string; required: boolean }> } = {},
) => ({ kind: "multipart", schema, lists, html }) as const;

export type ParamsOf<E extends Endpoint> = z.output<E["params"]>;
export type QueryOf<E extends Endpoint> = z.output<E["query"]>;
export type BodyOf<E extends Endpoint> = E["body"] extends { schema: infer S extends Shape }
  ? z.output<S>
  : undefined;
export type DataOf<E extends Endpoint> = z.output<E["returns"]>;

/* ---- field kinds ---- */

/** Marks a wrong type, in contrast to a wrong value: the whole request is then `malformed`. */
export const wrongType: string = refusals.malformed.message;
/** Marks a path that names nothing: the request is then refused as `unknown-route`. */
export const unknownPath: string = refusals["unknown-route"].message;
export const tooLong = "글자 수를 초과했습니다.";

const missing = (input: unknown) => input === undefined || input === null;

/**
 * A text in its stored form (spec/wire-contract.md §1.8), or `longer` beyond `max` characters. Far longer ones are
 * neither normalised nor counted.
 */
export const textUpTo =
  (max: number, stored = normalise, longer: string = tooLong) =>
  (text: string, context: z.core.$RefinementCtx<string>) => {
    const normalised = isFarLonger(text, max) ? undefined : stored(text);
    if (normalised !== undefined && !isLonger(normalised, max)) return normalised;
    context.addIssue({ code: "custom", message: longer });
    return z.NEVER;
  };

/**
 * A text in its stored form, of one line unless told otherwise; `blank` as refusal if it is missing or shows nothing,
 * `longer` beyond `max`.
 */
export const requiredText = (max: number, blank: string, stored = singleLine, longer: string = tooLong) =>
  z
    .string({ error: (issue) => (missing(issue.input) ? blank : wrongType) })
    .trim()
    .transform(textUpTo(max, stored, longer))
    .pipe(z.string().min(1, blank));

/**
 * A list of texts, `blank` as refusal if empty or missing. Only the first wrong item is reported, because reporting a
 * megabyte of them takes a second.
 */
export const requiredTexts = (blank: string) =>
  z.preprocess(
    (value) => {
      const wrong = Array.isArray(value) ? value.findIndex((item) => typeof item !== "string") : -1;
      return wrong === -1 ? value : [(value as unknown[])[wrong]];
    },
    z
      .array(z.string({ error: () => wrongType }), {
        error: (issue) => (missing(issue.input) ? blank : wrongType),
      })
      .min(1, blank),
  );

/** Longer than any word of a fixed form or set. */
const longestWord = 1000;

/** A required text that is validated by its form or a set of words, not by its length. */
export const requiredWord = (blank: string) =>
  z
    .string({ error: (issue) => (missing(issue.input) ? blank : wrongType) })
    .transform((text) => (text.length > longestWord ? text : normalise(text)))
    .pipe(
      z
        .string()
        .trim()
        .refine((text) => !isBlank(text), { error: blank }),
    );

/** A text that may be missing or blank; absent stays undefined. */
export const optionalText = (max: number, stored = singleLine) =>
  z
    .string({ error: () => wrongType })
    .nullish()
    .transform((text) => (text == null ? undefined : text))
    .pipe(z.string().trim().transform(textUpTo(max, stored)).optional());

/** An HTML body as sent; absent stays undefined. It is normalised and validated during sanitising (see `Body.html`). */
export const htmlText = () =>
  z
    .string({ error: () => wrongType })
    .nullish()
    .transform((text) => text ?? undefined);

/** An id in a body: a JSON integer or its decimal text, digits alone (spec/wire-contract.md §1.7). */
export const id = (absent: string = wrongType, wrong: string = wrongType) =>
  z
    .union([z.number(), z.string()], { error: (issue) => (missing(issue.input) ? absent : wrong) })
    .transform((value, context) => {
      const text = String(value);
      if (isBlank(text)) {
        context.addIssue({ code: "custom", message: absent });
        return z.NEVER;
      }
      const number = Number(text);
      if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) {
        context.addIssue({ code: "custom", message: wrong });
        return z.NEVER;
      }
      return number;
    });

/** An id in a path: other text names nothing, as an unknown path. */
export const pathId = () => id(unknownPath, unknownPath);

/** An optional text of a query string; repeating it is a wrong type. */
export const queryText = () => z.string({ error: () => wrongType }).optional();

/** An integer of a query string with a default. */
export const queryInteger = (fallback: number) =>
  z
    .string({ error: () => wrongType })
    .optional()
    .transform((text, context) => {
      if (text === undefined) return fallback;
      if (!/^\d+$/.test(text)) {
        context.addIssue({ code: "custom", message: wrongType });
        return z.NEVER;
      }
      return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
    });

/** `page` (from zero) and `size` (1–50, larger values are capped; spec/wire-contract.md §1.6) with its default. */
export const paging = (size: number) => ({
  page: queryInteger(0),
  size: queryInteger(size)
    .refine((n) => n >= 1, { error: wrongType })
    .transform((n) => Math.min(n, limits.pageSizeMax)),
});

export const pageView = z.object({
  size: z.number().int(),
  number: z.number().int(),
  totalElements: z.number().int(),
  totalPages: z.number().int(),
});

/** A page of items in a response. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ content: z.array(item), page: pageView });

export interface Page<T> {
  content: T[];
  page: { size: number; number: number; totalElements: number; totalPages: number };
}

export const page = <T>(
  content: T[],
  at: { page: number; size: number },
  totalElements: number,
): Page<T> => ({
  content,
  page: { size: at.size, number: at.page, totalElements, totalPages: Math.ceil(totalElements / at.size) },
});
