// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import { draftDevice } from "../drafts/draft-device.ts";
import { openFormDraft } from "../drafts/form-draft.ts";
import { forgetMember } from "./forget-member.ts";

const [leaving, staying] = ["uuid-of-acorn", "uuid-of-penguin"];
const texts = { title: "글", category: null, contact: "", html: "<p>글</p>", revision: null, postId: null };

it("leaves no draft of a member on this device, and those of others", async () => {
  for (const owner of [leaving, staying]) {
    for (const key of ["article-3", "recruitment-new"])
      await draftDevice(owner, key).write({ ...texts, draftId: "1", at: Date.now() }, "spare");
    openFormDraft(owner, "profile").keep({ name: "밤" });
  }
  await forgetMember(leaving);
  const left = async (owner: string) => [
    (await draftDevice(owner, "article-3").read()).drafts.length,
    (await draftDevice(owner, "recruitment-new").read()).drafts.length,
    openFormDraft(owner, "profile").found === undefined ? 0 : 1,
  ];
  expect(await left(leaving)).toEqual([0, 0, 0]);
  expect(await left(staying)).toEqual([1, 1, 1]);
});
