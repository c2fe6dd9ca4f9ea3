import { expect, it } from "vitest";
import { auditOf } from "./audit.ts";

it.each([
  ['{"vulnerabilities":{}}', { packages: [] }],
  ['{"vulnerabilities":{"one":{},"two":{}}}', { packages: ["one", "two"] }],
  [
    '{"message":"request to the registry failed\\nmore","error":{}}',
    { unanswered: "request to the registry failed" },
  ],
  [
    '{"error":{"summary":"audit endpoint returned an error"}}',
    { unanswered: "audit endpoint returned an error" },
  ],
  ["", { unanswered: "no answer" }],
  ["<html>502</html>", { unanswered: "no JSON" }],
  ["null", { unanswered: "no JSON" }],
])("reads what npm audit says: %s", (output, expected) => expect(auditOf(output)).toEqual(expected));
