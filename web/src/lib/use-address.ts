import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

/** Maps a page's state to the parameters of its address. */
export interface AddressCodec<State> {
  readonly read: (search: URLSearchParams) => State;
  /** Every parameter of the state; null for one that is omitted as the default. */
  readonly write: (state: State) => Readonly<Record<string, string | null>>;
}

const pageNumber = /^[1-9]\d{0,5}$/;

/** The parameter `page`, which counts from one; the state counts from zero. */
export const pageParameter: AddressCodec<number> = {
  read: (search) => {
    const page = search.get("page") ?? "";
    return pageNumber.test(page) ? Number(page) - 1 : 0;
  },
  write: (page) => ({ page: page > 0 ? String(page + 1) : null }),
};

/** The address of a list whose only state is its page. */
export const pageAddress: AddressCodec<{ readonly page: number }> = {
  read: (search) => ({ page: pageParameter.read(search) }),
  write: ({ page }) => pageParameter.write(page),
};

/** The parameters after a change of the state; those that the codec does not know stay. */
export function changedAddress<State>(
  { read, write }: AddressCodec<State>,
  now: URLSearchParams,
  change: Partial<State>,
): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries(write({ ...read(now), ...change })))
    if (value === null) next.delete(name);
    else next.set(name, value);
  return next;
}

/**
 * State that links, reloads and the back button restore. A change pushes a history entry if it has an effect; `correct`
 * replaces the current one. `historyState` is stored with either.
 */
export function useAddress<State>(codec: AddressCodec<State>, historyState: unknown = null) {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (part: Partial<State>) => {
      const next = changedAddress(codec, params, part);
      // A choice without effect adds no step that the back button would have to undo.
      if (next.toString() !== params.toString()) setParams(next, { state: historyState });
    },
    [codec, params, setParams, historyState],
  );
  const correct = useCallback(
    (part: Partial<State>) =>
      setParams((now) => changedAddress(codec, now, part), { replace: true, state: historyState }),
    [codec, setParams, historyState],
  );
  return { state: codec.read(params), change, correct };
}
