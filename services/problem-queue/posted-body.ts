import { addressOf, type Problem, providerFacts } from "#contracts/problems";
import type { QueueEntry } from "./queue.ts";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const paragraph = (html: string) => `<p>${html}</p>`;

/** A link named by its site and number, or by its title. */
function link(problem: Problem): string[] {
  const address = addressOf(problem);
  if (address === null) return [];
  const { provider, number, title } = problem;
  const name = number === "" && title !== "" ? title : `${providerFacts[provider].label} ${number}`.trim();
  // Stored addresses contain no quotation marks.
  return [`<a href="${escaped(address)}">${escaped(name)}</a>`];
}

/** The body of the problem that an entry becomes, as HTML (spec/rhythm.md rule 9). */
export function postedBody({ body, problems }: Pick<QueueEntry, "body" | "problems">): string {
  if (body !== null)
    return body
      .split("\n")
      .map((line) => paragraph(line.trim() === "" ? "<br>" : escaped(line)))
      .join("");
  const links = problems.flatMap(link);
  return (links.length > 0 ? links : ["함께 풀어 봐요."]).map(paragraph).join("");
}
