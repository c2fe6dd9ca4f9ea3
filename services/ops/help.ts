import type { Command } from "./command.ts";

const usageOf = ({ path, takes }: Command) => [...path, ...(takes ? [takes] : [])].join(" ");
const summaryAt = 47;

/** The overview, or everything about one command. */
export function helpText(commands: readonly Command[], command?: Command): string {
  if (command) {
    const { summary, details } = command;
    return `npm run ops -- ${usageOf(command)}\n\n${summary}\n${details ? `\n${details}\n` : ""}`;
  }
  const lines = commands.map((each) => {
    const usage = usageOf(each);
    const gap = usage.length > summaryAt ? `\n  ${" ".repeat(summaryAt)}` : "";
    return `  ${usage.padEnd(summaryAt)}${gap} ${each.summary}`;
  });
  return `알고모임 operations: npm run ops -- <command>

${lines.join("\n")}
  ${"help [command or its first word]".padEnd(summaryAt)} this, or more about a command

  --json   one JSON document per line instead of text

The settings are those of the server (docs/operations/settings.md). Exit codes: 0 done, 1 failed or different, 2 not understood.
`;
}
