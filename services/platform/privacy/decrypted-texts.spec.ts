import { randomUUID } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { eventCatalogue } from "#contracts/events";
import { memoryKeyRing } from "#tests/support/memory-key-ring";
import { decryptsTexts } from "./decrypted-texts.ts";
import { encryptPersonal, sealedParts } from "./recorded-data.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

it("decrypted texts leave the cache after their time, even those that are not read again", async () => {
  const keys = memoryKeyRing();
  const author = randomUUID();
  await keys.create(author);
  const key = await keys.of([author]);
  const where = { type: "ArticlePosted", stream: "article-1", commandId: randomUUID() };
  const data = encryptPersonal(
    eventCatalogue.ArticlePosted,
    { authorId: author, title: "지울 글" },
    key,
    where,
  );
  const row = { author_id: author, sealed: sealedParts(data, key, where)[0] ?? null };
  const open = decryptsTexts<{ title: string }>(keys, 20);
  const remembered = new WeakRef((await open([row]))[0]!);
  await expect
    .poll(() => {
      collectGarbage();
      // Only a weak reference, because a poll keeps its results.
      return remembered.deref() === undefined;
    })
    .toBe(true);
  expect((await open([row]))[0]).toMatchObject({ title: "지울 글" });
});
