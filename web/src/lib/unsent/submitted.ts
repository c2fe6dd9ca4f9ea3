import type { CallAnswer } from "../calls/api.ts";
import { ApiError } from "../calls/api-error.ts";
import { type Command, send } from "../calls/command.ts";
import type { CommandAbout } from "./command.ts";
import { outbox } from "./device-outbox.ts";
import { isQueueable, submittedAs } from "./queued-command.ts";
import type { PostRecord } from "./record.ts";

const full = "보낼 글이 너무 많아요. 먼저 보낸 뒤 다시 시도해 주세요.";

/**
 * Sends the command of a form, through the outbox if `about` and the record of its text are given. `queued`: the text
 * waits on this device. Throws errors for the form; once it is closed, the outbox shows them.
 */
export async function submitted(
  command: Command,
  about: CommandAbout | undefined,
  record: PostRecord | undefined,
  isFormOpen: () => boolean,
): Promise<CallAnswer<unknown> | "queued"> {
  if (!about || !record || !isQueueable(command)) return send(command);
  const result = await outbox.submit(submittedAs(record, command, about), isFormOpen);
  if (result.kind === "sent") return result.answer;
  if (result.kind === "unstored") return send(command);
  if (result.kind === "full") throw new ApiError({ message: full });
  return "queued";
}
