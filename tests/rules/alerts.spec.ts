import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { registerGauges } from "#services/app/gauges";
import { createMetrics } from "#services/platform/metrics";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

const file = fileURLToPath(new URL("../../docs/operations/alerts.yml", import.meta.url));
const { groups } = parse(readFileSync(file, "utf8")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

it("alerts use metrics and labels that /metrics has, and name the remedy", () => {
  const { registry } = createMetrics();
  registerGauges(registry, {} as Parameters<typeof registerGauges>[1]);
  const served = registry.getMetricsAsArray() as unknown as { name: string; labelNames: string[] }[];
  for (const { alert, expr, labels, annotations } of rules) {
    const asked = [...expr.matchAll(/(algomoim_\w+)(?:\{(\w+))?/g)];
    expect(asked, alert).not.toEqual([]);
    for (const [, name = "", label] of asked) {
      const metric = served.find((one) => one.name === name.replace(/_count$/, ""));
      expect(metric, name).toBeDefined();
      if (label !== undefined) expect(metric?.labelNames, name).toContain(label);
    }
    expect(labels.severity).toMatch(/^(page|ticket)$/);
    expect(annotations.summary).toMatch(/\.$/);
  }
});

const promtool = process.env.PROMTOOL ?? "promtool";
const missing = (() => {
  try {
    execFileSync(promtool, ["--version"], { stdio: "ignore" });
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
})();
if (missing)
  process.stderr.write(
    `promtool does not judge docs/operations/alerts.yml: ${missing} (Debian package prometheus, or PROMTOOL).\n`,
  );

/** Minutes, multiples of the evaluation interval. */
const healthyFor = 60;
const all = 7 * 24 * 60 + 120;
const series = (name: string, values: string) => ({ series: `algomoim_${name}`, values });
const turns = (name: string, before: number, after: number) =>
  series(name, `${before}x${healthyFor} ${after}x${all}`);

it.skipIf(missing)(
  "are valid for promtool, which fires every rule for its fault and none without one",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "alerts-"));
    const firing = (eval_time: string, names: readonly string[]) => ({
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time,
      exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
    });
    const test = {
      rule_files: [file],
      evaluation_interval: "30m",
      tests: [
        {
          interval: "1m",
          input_series: [
            turns("projector_active", 1, 0),
            turns('projection_lag_seconds{projection="team-page"}', 0, 11),
            turns('projection_stopped{projection="team-page"}', 0, 1),
            turns("disk_full", 0, 1),
            turns("delivery_oldest_due_seconds", 0, 301),
            turns('clock_oldest_due_seconds{clock="pledge"}', 0, 901),
            series('deliveries_total{channel="push",result="failed"}', `0x${healthyFor} 0+1x${all}`),
            series('digests_total{result="missed"}', `0x${healthyFor} 0+1x${all}`),
            series('call_seconds_count{status="200"}', `0+98x${all}`),
            series('call_seconds_count{status="503"}', `0x${healthyFor} 0+2x${all}`),
            series('backup_timestamp_seconds{what="backup"}', `0x${all}`),
            series('backup_timestamp_seconds{what="restore-test"}', `0x${all}`),
          ],
          promql_expr_test: [
            firing(`${healthyFor}m`, []),
            firing(`${all}m`, rules.map(({ alert }) => alert).sort()),
          ],
        },
      ],
    };
    await writeFile(join(folder, "test.yml"), JSON.stringify(test));
    await promisify(execFile)(promtool, ["check", "rules", file]);
    await promisify(execFile)(promtool, ["test", "rules", join(folder, "test.yml")]);
    await rm(folder, { recursive: true });
  },
);
