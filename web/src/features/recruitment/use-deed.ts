import { useRef, useState } from "react";
import { ApiError, isRefusal, serverMessage } from "#web/lib/calls/api-error.ts";
import { newIdempotencyKey } from "#web/lib/calls/idempotency.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { type Deed, results } from "./deeds.ts";

/**
 * Carries out one deed at a time: asks, calls, fetches again, tells. `afterwards` is done before the result is told, and
 * after a failure too: a refusal often means that the page is behind, and what got no answer may have been done. Answers
 * whether the deed was done.
 */
export function useDeed(afterwards: (deed: Deed) => Promise<unknown>, onNoManager: () => unknown) {
  const { alert, confirm } = useDialogs();
  const [pending, setPending] = useState<string | null>(null);
  const isBusy = useRef(false);
  const unanswered = useRef<{ readonly deed: string; readonly key: string } | null>(null);

  async function carryOut(
    deed: Deed,
  ): Promise<{ readonly text: string; readonly isNoManager: boolean } | null> {
    const name = nameOf(deed);
    const key = unanswered.current?.deed === name ? unanswered.current.key : newIdempotencyKey();
    unanswered.current = null;
    setPending(name);
    const takeBack = deed.foresee?.();
    try {
      await deed.call(key);
      await afterwards(deed);
      return null;
    } catch (error) {
      takeBack?.();
      if (error instanceof ApiError && error.noAnswer) unanswered.current = { deed: name, key };
      void afterwards(deed);
      return { text: serverMessage(error) ?? "", isNoManager: isRefusal(error, "not-a-manager") };
    } finally {
      setPending(null);
    }
  }

  const run = async (deed: Deed, onDone: () => unknown = () => {}): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    try {
      if (deed.question && !(await confirm(deed.question))) return false;
      const refusal = await carryOut(deed);
      if (refusal === null) onDone();
      const { done, failed } = results[deed.name];
      await alert(refusal === null ? done : { title: failed, text: refusal.text || null });
      if (refusal?.isNoManager) onNoManager();
      return refusal === null;
    } finally {
      isBusy.current = false;
    }
  };
  return { run, isPending: (deed: Pick<Deed, "name" | "content">) => pending === nameOf(deed) };
}

const nameOf = ({ name, content }: Pick<Deed, "name" | "content">) => `${name} ${content}`;
