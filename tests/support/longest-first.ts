import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files in descending order; otherwise the last worker would run one of them alone. */
const longest = [
  "tests/html/html-through-editor",
  "services/platform/embedded-postgres",
  "services/documents/",
  "tests/ops/",
  "tests/faults/withdrawal-killed",
  "tests/faults/operating",
  "tests/faults/rolling-restart",
  "tests/faults/database-connection",
  "tests/faults/soak",
  "tests/faults/random-kills",
  "tests/event-store/eventstoredb",
  "tests/faults/",
  "tests/html/",
  "tests/api/races",
  "tests/api/recruitment-races",
  "tests/identity/",
  "services/images/",
  "web/src/features/recruitment/",
  "tests/api/",
  "tests/",
];

/** Groups the files that share a process, those with a page after those without. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weigh = ({ project, moduleId }: TestSpecification) => {
      const file = relative(project.config.root, moduleId);
      const place = longest.findIndex((start) => file.startsWith(start));
      const isPage = readFileSync(moduleId, "utf8").includes("@vitest-environment jsdom");
      return [
        project.config.isolate ? 0 : 1,
        isPage ? 1 : 0,
        place < 0 ? longest.length : place,
        file,
      ] as const;
    };
    const weighed = files.map((file) => ({ file, weight: weigh(file) }));
    const compare = (a: (typeof weighed)[number], b: (typeof weighed)[number]) => {
      const at = a.weight.findIndex((one, n) => one !== b.weight[n]);
      return at < 0 ? 0 : (a.weight[at] as number | string) < (b.weight[at] as number | string) ? -1 : 1;
    };
    return weighed.sort(compare).map(({ file }) => file);
  }
}
