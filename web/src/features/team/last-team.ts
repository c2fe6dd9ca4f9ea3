import type { Article } from "#contracts/article/api";
import type { Team, TeamPage } from "#contracts/team/api";

/** A team page as it was last seen, for the offline page. Bodies that were withheld are null. */
export interface LastTeam {
  /** Who saw it; null for a visitor. */
  readonly member: string | null;
  readonly isMember: boolean;
  readonly team: Team;
  readonly tags: TeamPage["subjectArticleDateAndTagResponses"];
  /** `2026-11-21` */
  readonly day: string;
  readonly articles: readonly Article[];
  /** Milliseconds since 1970. */
  readonly seenAt: number;
}

const name = "last-team";
const key = "only";

/** One store with one entry; on this device alone. */
async function within<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      const request = work(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

export const keepLastTeam = (last: LastTeam): Promise<unknown> =>
  within("readwrite", (store) => store.put(last, key));

export const readLastTeam = (): Promise<LastTeam | undefined> =>
  within<LastTeam | undefined>("readonly", (store) => store.get(key));

/** At the end of a login. A browser without storage has nothing to forget. */
export async function forgetLastTeam(): Promise<void> {
  if (typeof indexedDB === "undefined") return;
  await within("readwrite", (store) => store.clear()).catch(() => undefined);
}

async function forgetWhere(isOver: (last: LastTeam) => boolean): Promise<void> {
  if (typeof indexedDB === "undefined") return;
  const last = await readLastTeam().catch(() => undefined);
  if (last && isOver(last)) await forgetLastTeam();
}

/** A team that does not exist any more. */
export const forgetGoneTeam = (teamId: number): Promise<void> =>
  forgetWhere(({ team }) => team.teamId === teamId);

/** A team that the person does not belong to any more; `teamIds` are those they belong to. */
export const forgetLostTeam = (teamIds: readonly number[]): Promise<void> =>
  forgetWhere(({ isMember, team }) => isMember && !teamIds.includes(team.teamId));

/** What somebody else saw on this device; `member` is who is logged in, null for nobody. */
export const forgetOthers = (member: string | null): Promise<void> =>
  forgetWhere((last) => last.member !== null && last.member !== member);
