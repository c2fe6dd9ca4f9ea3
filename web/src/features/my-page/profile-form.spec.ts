import { expect, it } from "vitest";
import { me } from "#tests/support/views";
import { type ProfileForm, unsavableReason } from "./profile-form.ts";

const present = {
  memberName: "도토리묵",
  memberExplain: "하루 한 문제",
  imageUrl: "/images/a.jpg",
  uuid: me,
};
const unchanged: ProfileForm = { name: "도토리묵", explain: "하루 한 문제", picture: null };
const picture = new Blob(["x"]);

it.each<[string, Partial<ProfileForm>, boolean]>([
  ["unchanged", {}, false],
  ["another name", { name: "도토리" }, true],
  ["another introduction", { explain: "하루 두 문제" }, true],
  ["a picture", { picture }, true],
  ["a blank name", { name: "  " }, false],
  ["a name that is too long", { name: "열한글자로된닉네임이다" }, false],
  ["a blank introduction, whatever else has changed", { explain: "\n", picture }, false],
  ["blanks that the server trims", { name: " 도토리묵 " }, false],
  ["another Unicode form of a syllable", { name: "도토리묵".normalize("NFD") }, false],
])("a profile with %s can be saved: %s", (_, change, isExpected) => {
  expect(unsavableReason({ ...unchanged, ...change }, present) === undefined).toBe(isExpected);
});
