import { readFile } from "node:fs/promises";
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

  it("is the stored one: run `npm run openapi -- --write` after changing an endpoint", async () => {
    const stored = await readFile(new URL("../../contracts/openapi.json", import.meta.url), "utf8");
    expect(JSON.parse(stored)).toEqual(JSON.parse(JSON.stringify(openApi())));
  });
});

describe("endpoints", () => {
  it("have one name, method and path each", () => {
    const places = [...endpoints.values()].map(({ method, path }) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it("refuse only with what the catalogue knows, each with a Korean text", () => {
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
