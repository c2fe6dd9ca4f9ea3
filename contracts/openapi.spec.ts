import { expect, it } from "vitest";
import { openApi } from "./openapi.ts";

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, { readonly description: string; readonly headers: object }>>;
}

const { paths } = openApi() as { paths: Record<string, Record<string, Operation>> };
const operations = Object.values(paths).flatMap((path) => Object.values(path));
const named = (name: string) => operations.find(({ operationId }) => operationId === name) as Operation;
const headersOf = (name: string, status: number) => Object.keys(named(name).responses[status]?.headers ?? {});

it("lists the headers of refusals", () => {
  expect(headersOf("joinTeam", 429)).toEqual(["X-Request-Id", "Retry-After"]);
  expect(headersOf("joinTeam", 503)).toEqual(["X-Request-Id", "Retry-After"]);
  expect(headersOf("editArticle", 412)).toEqual(["X-Request-Id", "ETag"]);
  expect(headersOf("editArticle", 403)).toEqual(["X-Request-Id"]);
});

it("offers If-None-Match if the tag is a digest, not if it is a revision", () => {
  const isConditional = (name: string) =>
    named(name).parameters.some((parameter) => parameter.name === "If-None-Match");
  expect([isConditional("getTeamPage"), headersOf("getTeamPage", 304)]).toEqual([
    true,
    ["X-Request-Id", "X-Checkpoint", "ETag"],
  ]);
  expect([isConditional("getTeam"), headersOf("getTeam", 304)]).toEqual([false, []]);
  expect(headersOf("getTeamPage", 200)).toContain("ETag");
  expect(headersOf("getTeam", 200)).toContain("ETag");
});

it("lists no refusal that an endpoint cannot return", () => {
  expect(named("reissue").responses[401]?.description).toBe("잘못된 Token 입니다.");
  expect(named("reissue").responses[409]).toBeUndefined();
  expect(named("logout").responses[409]).toBeUndefined();
});

it("lists 413 for every endpoint", () => {
  for (const { responses } of operations)
    expect(responses[413]?.description).toContain("요청 크기가 너무 큽니다.");
});
