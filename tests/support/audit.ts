/** What `npm audit --json` says: packages with advisories, or why no registry answered it. */
export function auditOf(output: string): { readonly packages: string[] } | { readonly unanswered: string } {
  try {
    const { vulnerabilities, message, error } = JSON.parse(output || "{}");
    if (vulnerabilities) return { packages: Object.keys(vulnerabilities) };
    const [reason = ""] = String(message ?? error?.summary ?? "no answer").split("\n");
    return { unanswered: reason };
  } catch {
    // A proxy in between may answer with a page.
    return { unanswered: "no JSON" };
  }
}
