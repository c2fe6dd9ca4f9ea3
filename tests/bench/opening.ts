import { recordedSubjectOf, reveal } from "#services/platform/privacy/recorded-data";
import type { Storage } from "#services/storage";

/** How long it takes to open what is encrypted in the events of these types, in one thread, and nothing else (milliseconds). */
export async function openingAlone(
  { log, keys }: Pick<Storage, "log" | "keys">,
  types: ReadonlySet<string>,
): Promise<number> {
  let taken = 0;
  for (let at = log.start; ; ) {
    const { events, checkpoint } = await log.readAll(at, 4000);
    if (events.length === 0) return taken;
    const own = events.filter(({ type }) => types.has(type));
    const known = await keys.of([...new Set(own.flatMap(({ data }) => recordedSubjectOf(data) ?? []))]);
    const began = performance.now();
    for (const { type, stream, meta, data } of own)
      reveal(data, known.get(recordedSubjectOf(data) ?? ""), { type, stream, commandId: meta.commandId });
    taken += performance.now() - began;
    at = checkpoint;
  }
}
