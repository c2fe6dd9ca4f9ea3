import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";

interface Entry {
  readonly payload: AdapterPayload;
  readonly endsAt: number;
}

/** What the development provider remembers for some minutes, in memory. */
export function shortMemory(now: () => number): AdapterFactory {
  const entries = new Map<string, Entry>();

  function sweep() {
    for (const [key, { endsAt }] of entries) if (endsAt <= now()) entries.delete(key);
  }

  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model} ${id}`;
    const find = async (id: string) => {
      const entry = entries.get(keyOf(id));
      return entry && entry.endsAt > now() ? entry.payload : undefined;
    };
    return {
      find,
      async upsert(id, payload, expiresIn = 600) {
        sweep();
        // Without sessions every login asks who it is, so two people can share a browser.
        if (model === "Session") return;
        entries.set(keyOf(id), { payload, endsAt: now() + expiresIn * 1000 });
      },
      async consume(id) {
        const payload = await find(id);
        if (payload) payload.consumed = Math.floor(now() / 1000);
      },
      async destroy(id) {
        entries.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
      },
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
    };
  };
}
