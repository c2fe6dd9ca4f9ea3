import { expect, it } from "vitest";
import { BadSeal, secrets } from "./secrets.ts";

const one = secrets("한 서버의 열쇠 0123456789abcdef0123456789");
const other = secrets("another server's key 0123456789abcdef012");

it("derives 32 bytes that are stable for one purpose and independent between purposes and servers", () => {
  expect(one.sub("cookies")).toHaveLength(32);
  expect(one.sub("cookies")).toEqual(one.sub("cookies"));
  expect(one.sub("cookies")).not.toEqual(one.sub("tokens"));
  expect(one.sub("cookies")).not.toEqual(other.sub("cookies"));
});

it("decrypts what it sealed, and never seals a text the same way twice", () => {
  const sealed = one.seal("0427 비밀");
  expect(sealed).toMatch(/^v1\.[\w-]+$/);
  expect(one.open(sealed)).toBe("0427 비밀");
  expect(one.seal("0427 비밀")).not.toBe(sealed);
});

it("decrypts texts sealed by earlier versions, because responses are stored that way", () => {
  expect(one.open("v1.rYR2zsZgveVNm_7_MB24cICLtH5jou-Gbz525_fKbBZq_qlsEs6J")).toBe("0427 비밀");
});

it("uses no nonce twice, however much it seals", () => {
  const nonces = Array.from({ length: 2000 }, () => one.seal("").slice("v1.".length, "v1.".length + 16));
  expect(new Set(nonces).size).toBe(nonces.length);
});

it("decrypts neither another server's seal nor a changed, shortened or foreign text", () => {
  const sealed = one.seal("0427");
  const changed = sealed.slice(0, 8) + (sealed[8] === "A" ? "B" : "A") + sealed.slice(9);
  for (const bad of [
    other.seal("0427"),
    changed,
    sealed.slice(0, -4),
    "v1.",
    "0427",
    sealed.replace("v1", "v2"),
  ])
    expect(() => one.open(bad)).toThrow(BadSeal);
});
