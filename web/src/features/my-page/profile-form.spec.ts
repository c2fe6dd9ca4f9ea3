import { describe, expect, it } from "vitest";

import { isSavable, type ProfileForm } from "./profile-form.ts";

const present = {
  memberName: "도토리묵",
  memberExplain: "하루 한 문제",
  imageUrl: "/images/default/member.png",
  uuid: "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11",
};
const unchanged: ProfileForm = { name: "도토리묵", explain: "하루 한 문제", picture: null };
const savable = (change: Partial<ProfileForm>) => isSavable({ ...unchanged, ...change }, present);

describe("a profile", () => {
  it("can be saved once a text or the picture is another", () => {
    expect(savable({})).toBe(false);
    expect(savable({ name: "도토리" })).toBe(true);
    expect(savable({ explain: "하루 두 문제" })).toBe(true);
    expect(savable({ picture: new Blob(["x"]) })).toBe(true);
  });

  it("cannot be saved with a blank text, whatever else has changed", () => {
    expect(savable({ name: "  " })).toBe(false);
    expect(savable({ explain: "\n", picture: new Blob(["x"]) })).toBe(false);
  });

  it("has not changed by what the server would drop: outer blanks, another way to write a syllable", () => {
    expect(savable({ name: " 도토리묵 " })).toBe(false);
    expect(savable({ name: "도토리묵".normalize("NFD") })).toBe(false);
  });
});
