import type { Answer } from "../calls/api.ts";
import { ApiError } from "../calls/api-error.ts";
import { type Command, send } from "../calls/command.ts";
import { outbox } from "./device-outbox.ts";
import { type EntryAbout, type EntryDraft, entryOf, isQueueable } from "./entry.ts";

const full = "보낼 글이 너무 많아요. 먼저 보낸 뒤 다시 시도해 주세요.";

/**
 * Sends what a form submits, through the outbox where it says what it is `about`. `kept`: the text waits on this device.
 * Throws what the form has to show; once it is closed, the outbox shows it.
 */
export async function submitted(
  command: Command,
  about: EntryAbout | undefined,
  draft: EntryDraft | undefined,
  isFormOpen: () => boolean,
): Promise<Answer<unknown> | "kept"> {
  if (!about || !isQueueable(command)) return send(command);
  const result = await outbox.submit(entryOf(command, about, draft), isFormOpen);
  if (result.kind === "sent") return result.answer;
  if (result.kind === "unstored") return send(command);
  if (result.kind === "full") throw new ApiError({ message: full });
  return "kept";
}
