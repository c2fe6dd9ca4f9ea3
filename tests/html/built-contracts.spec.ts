import { fileURLToPath } from "node:url";
import { build, loadConfigFromFile, type Rollup } from "vite";
import { beforeAll, expect, it } from "vitest";
import type { Endpoint } from "#contracts/endpoint";
import { endpoints as allEndpoints } from "#contracts/endpoints";

/** The build leaves out of the contracts what only the server needs (web/vite.config.ts). */

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const endpoints = [...allEndpoints.values()];
let code: string;
let built: readonly Endpoint[];

beforeAll(async () => {
  const loaded = await loadConfigFromFile({ command: "build", mode: "production" }, at("web/vite.config.ts"));
  const { plugins, resolve } = loaded!.config;
  const output = (await build({
    configFile: false,
    logLevel: "error",
    ...(plugins && { plugins }),
    ...(resolve && { resolve }),
    build: { write: false, minify: false, lib: { entry: at("contracts/endpoints.ts"), formats: ["es"] } },
  })) as Rollup.RollupOutput[];
  code = output[0]!.output[0].code;
  const url = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
  built = [...(await import(/* @vite-ignore */ url)).endpoints.values()];
});

/** What calls depend on. */
const callOf = ({ params, query, returns, refusals, summary, body, ...call }: Endpoint) => ({
  ...call,
  body: { ...body, schema: undefined },
});

it("keeps of each endpoint what calls depend on", () => {
  const byName = (all: readonly Endpoint[]) => Object.fromEntries(all.map((one) => [one.name, callOf(one)]));
  expect(byName(built)).toEqual(byName(endpoints));
});

it("leaves descriptions, answers, refusals and the texts of fields out", () => {
  expect(code).not.toMatch(/\b(summary|returns|refusals):/);
  expect(code).not.toMatch(/\bz\.object|하루의 끝을 다시/);
});
