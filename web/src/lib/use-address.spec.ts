import { describe, expect, it } from "vitest";
import { type AddressCodec, changedAddress, pageParameter } from "./use-address.ts";

const codec: AddressCodec<{ word: string; page: number }> = {
  read: (search) => ({ word: search.get("word") ?? "", page: pageParameter.read(search) }),
  write: ({ word, page }) => ({ word: word || null, ...pageParameter.write(page) }),
};
const changed = (search: string, change: { word?: string; page?: number }) =>
  changedAddress(codec, new URLSearchParams(search), change).toString();

describe("state in the address", () => {
  it("changes one parameter and keeps the others, known or not", () => {
    expect(changed("utm=mail&word=a&page=3", { page: 4 })).toBe("utm=mail&word=a&page=5");
  });

  it("omits defaults", () => {
    expect(changed("word=a&page=3&utm=mail", { word: "", page: 0 })).toBe("utm=mail");
  });

  it.each(["", "0", "-1", "1.5", "99999999"])("reads page '%s' as the first", (page) => {
    expect(pageParameter.read(new URLSearchParams({ page }))).toBe(0);
  });
});
