import { useRef, useState } from "react";
import type { DataOf, Endpoint } from "#contracts/endpoint";
import { useDialogs } from "#web/ui/dialogs.tsx";
import type { Message, Question } from "#web/ui/message-dialog.tsx";
import { toast } from "#web/ui/toast.tsx";
import { noteCommand } from "../live/live-cache.ts";
import type { CallAnswer, CallOptions } from "./api.ts";
import { ApiError, isRefusal, serverMessage } from "./api-error.ts";
import { type Command, commandOf, reuseUnanswered, send } from "./command.ts";

type Text = string | Message;

export interface CommandSettings<E extends Endpoint> {
  /** Question to confirm before the command is sent. */
  readonly confirm?: Question | null;
  /** Shows the outcome before the response. Returns the rollback. */
  readonly optimistic?: (options: CallOptions<E>) => () => void;
  /**
   * Fetches again what the command affects. The result is shown after it. After a failure it is not awaited: a refusal
   * often means that the page is outdated, and a command without a response may have been executed.
   */
  readonly refresh?: (error?: unknown) => unknown;
  /** Called before the result is shown. */
  readonly onSuccess?: (answer: CallAnswer<DataOf<E>>) => unknown;
  /** A toast, or a dialog where the specification requires one (spec/daily-use.md rule 38). */
  readonly success?: string | { readonly dialog: (answer: CallAnswer<DataOf<E>>) => string };
  /** Title above the server's message, or the text to show instead; null shows nothing. */
  readonly failure: string | ((error: unknown) => Text | null | Promise<Text | null>);
  /** Called if the server refuses because the caller is not a manager of the team. */
  readonly onNoManager?: () => unknown;
}

/** A field that the server, or the form, has found wrong. */
const wrongField = () => document.querySelector<HTMLElement>("[aria-invalid=true]");

interface CommandState {
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: unknown;
}

/**
 * Sends a command for a form or a button: confirms, sends, refreshes, shows the result. One at a time. A command
 * without a response that is repeated unchanged keeps its idempotency key (spec/wire-contract.md §1.9).
 */
export function useCommand<E extends Endpoint>(endpoint: E, settings: CommandSettings<E>) {
  const { confirm: question, optimistic, refresh, onSuccess, success, failure, onNoManager } = settings;
  const { alert, confirm } = useDialogs();
  const isBusy = useRef(false);
  const unanswered = useRef<Command<E>>(null);

  const [state, setState] = useState<CommandState>({ isPending: false, isSuccess: false, error: null });

  async function attempt(options: CallOptions<E>): Promise<CallAnswer<DataOf<E>>> {
    const command = reuseUnanswered(unanswered.current, commandOf(endpoint, options));
    unanswered.current = null;
    const rollback = optimistic?.(options);
    try {
      const answer = await noteCommand(send(command));
      await refresh?.();
      return answer;
    } catch (error) {
      rollback?.();
      if (error instanceof ApiError && error.noAnswer) unanswered.current = command;
      void refresh?.(error);
      throw error;
    }
  }

  async function showFailure(error: unknown): Promise<void> {
    const text =
      typeof failure === "string" ? { title: failure, text: serverMessage(error) } : await failure(error);
    if (text !== null)
      await alert({ focus: wrongField, ...(typeof text === "string" ? { title: text } : text) });
    if (isRefusal(error, "not-a-manager")) await onNoManager?.();
  }

  async function showSuccess(answer: CallAnswer<DataOf<E>>): Promise<void> {
    if (typeof success === "string") toast.success(success);
    else if (success) await alert(success.dialog(answer));
  }

  /** Returns the response after the refresh; null if the command was not sent or failed. */
  const run = async (options: CallOptions<E>): Promise<CallAnswer<DataOf<E>> | null> => {
    if (isBusy.current) return null;
    isBusy.current = true;
    try {
      if (question && !(await confirm(question))) return null;
      setState({ isPending: true, isSuccess: false, error: null });
      const result = await attempt(options).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
      if ("error" in result) {
        setState({ isPending: false, isSuccess: false, error: result.error });
        await showFailure(result.error);
        return null;
      }
      setState({ isPending: false, isSuccess: true, error: null });
      onSuccess?.(result.answer);
      await showSuccess(result.answer);
      return result.answer;
    } finally {
      isBusy.current = false;
    }
  };

  return { run, ...state };
}
