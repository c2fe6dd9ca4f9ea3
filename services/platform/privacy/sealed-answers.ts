import type { AcceptedCommand, EventStore } from "../../event-store/event-store.ts";
import type { KeyRing } from "./member-keys.ts";
import { decrypt, encrypt } from "./sealing.ts";

/** A response that can be read as long as its member's key exists. */
interface OfMember {
  readonly member: string;
  /** Base64. */
  readonly sealed: string;
}

const memberStream = /^member-(.+)$/;

/**
 * Stores the responses of commands encrypted, because they may contain personal fields. Those on a member's own stream
 * contain the profile and are encrypted with the member's key, so that a withdrawal erases them; others with the
 * server's key (the entry password shown to managers).
 */
export function sealAnswers(
  store: EventStore,
  sealer: { seal(text: string): string; open(sealed: string): string },
  keys: Pick<KeyRing, "of">,
): EventStore {
  const keyOf = async (member: string) => (await keys.of([member])).get(member);

  async function sealedAnswer(
    stream: string,
    commandId: string,
    answer: unknown,
  ): Promise<string | OfMember> {
    const text = JSON.stringify(answer ?? null);
    const member = memberStream.exec(stream)?.[1];
    const key = member === undefined ? undefined : await keyOf(member);
    if (member === undefined || !key) return sealer.seal(text);
    return { member, sealed: encrypt(key, Buffer.from(text), commandId).toString("base64") };
  }

  async function openedAnswer({ commandId, answer }: AcceptedCommand): Promise<unknown> {
    if (typeof answer === "string") return JSON.parse(sealer.open(answer));
    const { member, sealed } = answer as OfMember;
    const key = await keyOf(member);
    return key
      ? JSON.parse(decrypt(key, Buffer.from(sealed, "base64"), commandId).toString())
      : { data: null };
  }

  const opened = async (command: AcceptedCommand): Promise<AcceptedCommand> => ({
    ...command,
    answer: await openedAnswer(command),
  });
  return {
    ...store,
    async append(stream, events, expected, command) {
      const answer = await sealedAnswer(stream, command.commandId, command.answer);
      const appended = await store.append(stream, events, expected, { ...command, answer });
      return appended.outcome === "repeated"
        ? { ...appended, command: await opened(appended.command) }
        : appended;
    },
    async command(commandId) {
      const command = await store.command(commandId);
      return command && opened(command);
    },
  };
}
