import { LRUCache } from "lru-cache";
import type { AdapterFactory, AdapterPayload } from "oidc-provider";

/** State that the development provider stores for some minutes, in memory. */
export function memoryAdapter(): AdapterFactory {
  const entries = new LRUCache<string, AdapterPayload>({ max: 10_000 });
  return (model) => {
    const keyOf = (id: string) => `${model} ${id}`;
    return {
      find: async (id) => entries.get(keyOf(id)),
      async upsert(id, payload, expiresIn = 600) {
        // Without sessions every login shows the page of members, so two members can share a browser.
        if (model !== "Session") entries.set(keyOf(id), payload, { ttl: expiresIn * 1000 });
      },
      async consume(id) {
        const payload = entries.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void entries.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, payload] of entries.entries()) if (payload.grantId === grantId) entries.delete(key);
      },
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
    };
  };
}
