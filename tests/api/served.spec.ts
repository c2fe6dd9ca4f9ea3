import { describe, expect, it } from "vitest";
import { endpoints } from "#contracts/endpoints";
import { refusals } from "#contracts/errors";
import { openApi } from "#contracts/openapi";
import { ownSite } from "./site.ts";

const [site] = ownSite();

describe("every endpoint of the contract", () => {
  for (const { name, method, path, access } of endpoints.values())
    it(`${name} is served at ${method} ${path}`, async () => {
      const { status, headers, body } = await site.ask(method, path.replaceAll(/\{\w+\}/g, "999999"));
      expect(body.message).not.toBe(refusals["unknown-route"].message);
      expect(status).not.toBe(405);
      expect(status).not.toBe(500);
      expect(headers.get("x-request-id")).toMatch(/^[0-9A-Z]{16}$/);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      if (access !== "public")
        expect(body).toMatchObject({ code: 401, message: refusals.unauthenticated.message });
    });
});

it("protects every response with the security headers", async () => {
  for (const path of ["/api/v1/teams/combined", "/api/v1/nowhere", "/images/default/team.png", "/nowhere"]) {
    const { headers } = await fetch(`${site.origin}${path}`);
    const policy = headers.get("content-security-policy")?.split(";");
    expect(policy, path).toEqual(expect.arrayContaining(["frame-ancestors 'none'", "script-src 'self'"]));
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("x-frame-options"), path).toBe("DENY");
    expect(headers.get("referrer-policy"), path).toBe("strict-origin-when-cross-origin");
    expect(headers.get("permissions-policy"), path).toContain("camera=()");
    expect(headers.get("x-powered-by"), path).toBeNull();
  }
});

describe("operations", () => {
  it("serves health and metrics", async () => {
    expect(await (await fetch(`${site.origin}/health/live`)).json()).toEqual({ status: "ok" });
    const ready = await fetch(`${site.origin}/health/ready`);
    expect(ready.status).toBe(200);
    const { readModels, ...health } = (await ready.json()) as { readModels: Record<string, unknown>[] };
    expect(health).toMatchObject({
      status: "ok",
      database: "ok",
      eventStore: "ok",
      projector: "active",
    });
    expect(readModels.length).toBeGreaterThan(10);
    for (const model of readModels)
      expect(model).toMatchObject({ state: "running", lagEvents: expect.any(Number) });
    await site.ask("GET", "/v1/teams/combined");
    const metrics = await (await fetch(`${site.origin}/metrics`)).text();
    expect(metrics).toContain('algomoim_call_results_total{endpoint="getCombinedTeams",result="ok"}');
    expect(metrics).toContain("nodejs_eventloop_lag_seconds");
  });

  it("serves only the exact paths, which a proxy hides from the public", async () => {
    const paths = ["/metrics/", "/METRICS", "/Metrics", "/health/ready/", "/HEALTH/live"];
    for (const path of [...paths, "/api/openapi.json/", "/api/Docs", "/API/v1/teams/combined"])
      expect((await fetch(site.origin + path)).status, path).toBe(404);
  });

  it("serves the OpenAPI document of its endpoints and a page to try them", async () => {
    const description = await fetch(`${site.origin}/api/openapi.json`);
    expect(await description.json()).toEqual(JSON.parse(JSON.stringify(openApi())));
    const page = await (await fetch(`${site.origin}/api/docs`)).text();
    for (const [, path] of page.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await fetch(`${site.origin}${path}`)).status, path).toBe(200);
  });
});
