import { z } from "zod";
import { type Endpoint, hasQuota, unknownPath } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";
import { type RefusalCode, refusals } from "./errors.ts";

type Json = Record<string, unknown>;

/** The contract as OpenAPI 3.1, generated from the endpoints. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints.values()) {
    const path = `/api${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "알고모임", version: "1", description: "Study teams that prepare for coding tests." },
    servers: [{ url: "/" }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { ErrorEnvelope: errorEnvelope },
      headers: answerHeaders,
    },
  };
}

const errorEnvelope: Json = {
  type: "object",
  required: ["status", "code", "message", "data"],
  properties: {
    status: { enum: ["error", "fail"] },
    code: { type: "integer" },
    message: { type: "string" },
    data: {},
  },
};

function operation(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.path.split("/")[2] ?? ""],
    security: endpoint.access === "public" ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters: parametersOf(endpoint),
    ...bodyOf(endpoint),
    responses: {
      [endpoint.status]: success(endpoint),
      ...(answersUnchanged(endpoint) ? { 304: unchanged } : {}),
      ...refusalResponses(endpoint),
    },
  };
}

const schemaOf = (type: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: "any" }) as Json;
  return schema;
};

const header = (name: string, description: string, schema: Json = { type: "string" }): Json => ({
  name,
  in: "header",
  required: false,
  description,
  schema,
});

function parametersOf(endpoint: Endpoint): Json[] {
  const fields = (location: "path" | "query", shape: z.ZodObject): Json[] => {
    const { properties = {}, required = [] } = schemaOf(shape, "input") as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: location,
      required: location === "path" || required.includes(name),
      schema,
    }));
  };
  const common =
    endpoint.kind === "command"
      ? [
          header("Idempotency-Key", "One per press of a button; kept for every repetition", {
            type: "string",
            format: "uuid",
          }),
        ]
      : [header("X-After-Checkpoint", "Wait until the read models have reached this checkpoint")];
  const ifMatch = endpoint.ifMatch
    ? [header("If-Match", "Revision that was edited; a stale one is answered 412")]
    : [];
  const ifNoneMatch = answersUnchanged(endpoint)
    ? [header("If-None-Match", "ETag of an answer at hand; the same once more is answered 304")]
    : [];
  return [
    ...fields("path", endpoint.params),
    ...fields("query", endpoint.query),
    ...common,
    ...ifMatch,
    ...ifNoneMatch,
  ];
}

/**
 * An unchanged revision does not mean an unchanged response (it ignores applications and people), an unchanged digest
 * does.
 */
const answersUnchanged = (endpoint: Endpoint) => endpoint.kind === "query" && !endpoint.etag;

const answerHeaders = {
  "X-Request-Id": { schema: { type: "string" } },
  "X-Checkpoint": { schema: { type: "string" } },
  ETag: { schema: { type: "string" } },
  "Retry-After": { description: "Seconds", schema: { type: "integer" } },
} as const;
type AnswerHeader = keyof typeof answerHeaders;

const headersNamed = (...names: AnswerHeader[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const unchanged: Json = {
  description: "Nothing has changed",
  headers: headersNamed("X-Request-Id", "X-Checkpoint", "ETag"),
};

/** Headers of refusals beside `X-Request-Id`, by status. */
const refusalHeaders: Readonly<Record<number, AnswerHeader[]>> = {
  412: ["ETag"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

function bodyOf({ body }: Endpoint): Json {
  if (!("schema" in body)) return {};
  const schema = schemaOf(body.schema, "input");
  if (body.kind === "json")
    return { requestBody: { required: !body.isOptional, content: { "application/json": { schema } } } };
  const properties = {
    ...(schema.properties as Json),
    image: { type: "string", contentMediaType: "image/*" },
  };
  return {
    requestBody: {
      required: true,
      content: { "multipart/form-data": { schema: { ...schema, properties } } },
    },
  };
}

function success(endpoint: Endpoint): Json {
  const schema = {
    type: "object",
    required: ["status", "code", "message", "data"],
    properties: {
      status: { const: "success" },
      code: { const: endpoint.status },
      message: messageOf(endpoint),
      data: schemaOf(endpoint.returns, "output"),
    },
  };
  const isTagged = endpoint.kind === "query" || endpoint.etag;
  const headers = headersNamed("X-Request-Id", "X-Checkpoint", ...(isTagged ? (["ETag"] as const) : []));
  const content = {
    "application/json": { schema },
    ...(endpoint.csv ? { "text/csv": { schema: { type: "string" } } } : {}),
  };
  return { description: endpoint.message ?? "OK", headers, content };
}

function messageOf({ message, otherMessage }: Endpoint): Json {
  if (message === null) return { type: ["string", "null"] };
  return otherMessage === null ? { const: message } : { enum: [message, otherMessage] };
}

/** Refusals of the endpoint and those implied by its access and body, one response per status. */
function refusalResponses(endpoint: Endpoint): Json {
  const codes: RefusalCode[] = ["malformed", "invalid-fields", "request-too-large"];
  // A renewal ignores the access token (spec/wire-contract.md §2.6).
  codes.push("bad-token", ...(endpoint.name === "reissue" ? [] : (["expired-token"] as const)));
  if (endpoint.access !== "public") codes.push("unauthenticated");
  if (endpoint.access === "profile") codes.push("profile-missing");
  if (endpoint.kind === "command" && endpoint.remembered) codes.push("bad-idempotency-key", "key-reused");
  if (hasQuota(endpoint)) codes.push("too-many-requests");
  if (endpoint.body.kind !== "none") codes.push("request-timeout");
  if ("schema" in endpoint.body) codes.push("wrong-content-type");
  if (endpoint.body.kind === "multipart") codes.push("undecodable-picture", "picture-too-large");
  const { error } = endpoint.params.safeParse({});
  if (error?.issues.some(({ message }) => message === unknownPath)) codes.push("unknown-route");
  codes.push(...endpoint.refusals, "fault", "overload", "preparing");
  const byStatus = new Map<number, Set<string>>();
  for (const code of codes) {
    const { status, message } = refusals[code];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(message));
  }
  const content = { "application/json": { schema: { $ref: "#/components/schemas/ErrorEnvelope" } } };
  return Object.fromEntries(
    [...byStatus].map(([status, messages]) => [
      status,
      {
        description: [...messages].join(" / "),
        headers: headersNamed("X-Request-Id", ...(refusalHeaders[status] ?? [])),
        content,
      },
    ]),
  );
}
