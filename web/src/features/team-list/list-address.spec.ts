import { describe, expect, it } from "vitest";
import { addressOf, type ListPlace, placeOf } from "./list-address.ts";

const read = (text: string) => placeOf(new URLSearchParams(text));

describe("the address of the team list", () => {
  it("holds keyword, order and page, counted from one", () => {
    const place: ListPlace = { keyword: "반", sort: "members", page: 2 };
    const address = addressOf(place).toString();
    expect(address).toBe(`keyword=${encodeURIComponent("반")}&sort=members&page=3`);
    expect(read(address)).toEqual(place);
  });

  it("stays empty for what goes without saying", () => {
    expect(addressOf({ keyword: "", sort: "recent", page: 0 }).toString()).toBe("");
    expect(read("")).toEqual({ keyword: "", sort: "recent", page: 0 });
  });

  it("reads nonsense as the beginning of the list", () => {
    expect(read("page=-1&sort=loudest&keyword=%20%20")).toEqual({ keyword: "", sort: "recent", page: 0 });
    expect(read("page=0").page).toBe(0);
    expect(read("page=1.5").page).toBe(0);
    expect(read("page=99999999").page).toBe(0);
  });
});
