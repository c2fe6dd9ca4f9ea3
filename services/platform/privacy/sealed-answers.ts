import type { AcceptedCommand, EventStore } from "../../event-store/event-store.ts";

/**
 * Keeps the answers of commands sealed: they may hold what events hold only encrypted (a profile, the entry password
 * shown to managers).
 */
export function sealAnswers(
  store: EventStore,
  sealer: { seal(text: string): string; open(sealed: string): string },
): EventStore {
  const opened = (command: AcceptedCommand): AcceptedCommand => ({
    ...command,
    answer: JSON.parse(sealer.open(command.answer as string)),
  });
  return {
    ...store,
    async append(stream, events, expected, command) {
      const answer = sealer.seal(JSON.stringify(command.answer ?? null));
      const appended = await store.append(stream, events, expected, { ...command, answer });
      return appended.outcome === "repeated" ? { ...appended, command: opened(appended.command) } : appended;
    },
    async command(commandId) {
      const command = await store.command(commandId);
      return command && opened(command);
    },
  };
}
