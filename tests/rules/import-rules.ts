import swc from "@swc/core";
import { cruise, type IRegularForbiddenRuleType } from "dependency-cruiser";

// dependency-cruiser does not support TypeScript 7, and its swc reader parses .tsx as .ts: pass the right syntax to
// swc.
const parseFile = swc.parseFileSync;
swc.parseFileSync = ((file: string, options: swc.ParseOptions) =>
  parseFile(file, { ...options, tsx: file.endsWith("x") } as swc.ParseOptions)) as typeof parseFile;

const spec = "\\.spec\\.tsx?$";
const contexts =
  "member|team|article|discussion|subject|recruitment|identity|images|documents|drafts|delivery|site|inbox|rhythm|problem-queue|discord";
const webMayRead =
  "([^/]+/api|discussion/(locate|mentions)|problem-queue/(pasted|days)|rhythm/days|machines/[^/]+|endpoint|errors|jobs|limits|links|texts|problem-addresses|dates|live|html|csv|problems)\\.ts$";

const rule = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType["from"],
  to: IRegularForbiddenRuleType["to"],
): IRegularForbiddenRuleType => ({ name, comment, severity: "error", from, to });

/** Who may import whom (docs/architecture.md). Each comment names the remedy. */
export const importRules: readonly IRegularForbiddenRuleType[] = [
  rule(
    "contracts-stand-alone",
    "contracts/ is what server and browser agree on: move what it needs into contracts/.",
    { path: "^contracts/", pathNot: spec },
    { path: "^(services|projections|web|tests)/" },
  ),
  rule(
    "contracts-without-io",
    "contracts/ runs in every browser: no Node, no React; do it in services/ or web/.",
    { path: "^contracts/", pathNot: `${spec}|^contracts/print-openapi\\.ts$` },
    { dependencyTypes: ["core"] },
  ),
  rule(
    "event-store-stands-alone",
    "The event store knows nothing of the product: pass what it needs as an argument. The queue (jobs.ts) says nothing of it.",
    { path: "^services/event-store/", pathNot: spec },
    { path: "^(contracts/(?!jobs\\.ts$)|projections|web|tests|services/(?!event-store/))" },
  ),
  rule(
    "one-file-knows-eventstoredb",
    "Only protocol.ts knows the package with the protocol of EventStoreDB: put what you need there.",
    { pathNot: "^(services/event-store/eventstoredb/protocol\\.ts$|tests/eventstoredb/|node_modules/)" },
    { path: "@eventstore/db-client" },
  ),
  rule(
    "opentelemetry-only-when-asked-for",
    "OpenTelemetry takes a while to load: use tracing.ts, which imports it once traces are on (types of its API may).",
    { pathNot: "^node_modules/" },
    { path: "@opentelemetry/(?!api/)", dynamic: false },
  ),
  rule(
    "aws-sdk-only-where-a-bucket-is-named",
    "The SDK takes a while to load: use bucket.ts, which imports it once PICTURES names a bucket.",
    { pathNot: "^node_modules/" },
    { path: "@aws-sdk/", dynamic: false },
  ),
  rule(
    "platform-below-contexts",
    "The platform serves all contexts: pass the context's part in from services/app/main.ts.",
    { path: "^services/platform/", pathNot: spec },
    { path: "^(projections|web|tests)/|^services/(?!platform/|event-store/)" },
  ),
  rule(
    "contexts-talk-by-events",
    "A context imports nothing of another but its facts.ts: react to its events.",
    { path: `^services/(${contexts})/`, pathNot: spec },
    { path: `^(projections|web|tests)/|^services/(?!$1/|platform/|event-store/|(${contexts})/facts\\.ts$)` },
  ),
  rule(
    "only-the-roots-see-projections",
    "Only the roots (services/app, services/ops) import projections: pass a reader in from there.",
    {
      path: "^services/",
      pathNot: `^services/app/|^services/ops/|${spec}`,
    },
    { path: "^projections/" },
  ),
  rule(
    "projections-know-events-only",
    "A projection sees contracts, the event store's port, notifications, COPY and transactions, nothing else of the services.",
    { path: "^projections/", pathNot: spec },
    {
      path: "^(web|tests)/|^services/(?!event-store/(event-store|listening|postgres/(copy-text|transaction))\\.ts$)",
    },
  ),
  rule(
    "web-stays-in-the-browser",
    "The browser speaks to the server over the wire only.",
    { path: "^web/", pathNot: spec },
    { path: "^(services|projections|tests)/" },
  ),
  rule(
    "web-never-sees-events",
    "What is stored is not for browsers: put what the screen needs into the context's api.ts.",
    { path: "^web/" },
    { path: "^contracts/", pathNot: `^contracts/${webMayRead}` },
  ),
  rule(
    "features-stand-alone",
    "A feature imports no other but features/team, and never web/src/app: share through ui or lib, join in routes.tsx.",
    { path: "^web/src/features/([^/]+)/" },
    { path: "^web/src/(app/|features/(?!$1/|team/))" },
  ),
  rule(
    "shared-web-below-features",
    "web/src/ui, lib and editor serve the features: pass the feature's part in.",
    { path: "^web/src/(ui|lib|editor)/" },
    { path: "^web/src/(app|features)/" },
  ),
  rule("no-cycles", "Two files that need each other are one file, or three.", {}, { circular: true }),
  rule(
    "nothing-missing",
    "The import leads nowhere: mend the path.",
    {},
    { couldNotResolve: true, path: "^[.#]" },
  ),
];

/** Violations below a folder with the top-level layout, as `rule: from → to`. */
export async function violationsIn(root: string, folders: readonly string[]): Promise<string[]> {
  const result = await cruise(
    [...folders],
    {
      baseDir: root,
      parser: "swc",
      tsPreCompilationDeps: true,
      doNotFollow: { path: "node_modules" },
      exclude: { path: "\\.(css|svg|json|woff2|png)(\\?|$)|virtual:" },
      validate: true,
      ruleSet: { forbidden: [...importRules] },
    },
    {
      extensions: [".ts", ".tsx", ".mjs", ".js"],
      conditionNames: ["import", "node", "browser", "types", "default"],
    },
  );
  if (typeof result.output === "string") throw new Error("dependency-cruiser gave text instead of a result");
  return result.output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}
