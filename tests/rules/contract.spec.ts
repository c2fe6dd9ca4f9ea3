import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { endpoints } from "#contracts/endpoints";
import { refusals } from "#contracts/errors";
import { openApi } from "#contracts/openapi";

describe("the OpenAPI description", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(openApi()));
    expect(result.errors).toBeUndefined();
    expect(validator.version).toBe("3.1");
  });

  it("describes every endpoint once, and nothing else", () => {
    const { paths } = openApi() as { paths: Record<string, Record<string, { operationId: string }>> };
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => `${operationId}: ${method} ${path}`),
    );
    const ours = [...endpoints.values()].map(
      ({ name, method, path }) => `${name}: ${method.toLowerCase()} /api${path}`,
    );
    expect(described.sort()).toEqual(ours.sort());
  });
});

describe("endpoints", () => {
  it("have a unique method and path", () => {
    const routes = [...endpoints.values()].map(({ method, path }) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it("refuse only with codes of the catalogue, each with a Korean text", () => {
    for (const { name, refusals: codes } of endpoints.values()) {
      for (const code of codes) expect(refusals[code]?.message, `${name}: ${code}`).toMatch(/[가-힣]/);
    }
  });

  it("name their path parameters", () => {
    for (const { name, path, params } of endpoints.values()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(Object.keys(params.shape), name).toEqual(inPath);
    }
  });
});
