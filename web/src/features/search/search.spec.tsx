// @vitest-environment jsdom
import "#tests/support/indexed-db";
import { act, waitFor } from "@testing-library/react";
import { openDB } from "idb";
import { expect, it } from "vitest";
import { logIn, openPage } from "#tests/support/page.tsx";
import { reply, stubServer } from "#tests/support/stub-server";
import { me, memberInfoOf } from "#tests/support/views";
import { storeOf } from "#web/lib/search/forget-search.ts";
import { endSession } from "#web/lib/session.ts";
import { Search } from "./search.tsx";

const other = "0b8f0c1e-5c39-4f0e-9b53-0d1f6a2f7a11";
const names = async () => (await indexedDB.databases()).map(({ name }) => name);

it("deletes the indexes of other members from the device, and all indexes once the session has ended", async () => {
  stubServer(() => reply({ data: memberInfoOf() }));
  for (const name of [storeOf(me), storeOf(other), "algomoim"]) (await openDB(name)).close();
  logIn();
  openPage({ "/": () => <Search isOpen={false} logOut={() => {}} /> }, "/");
  await waitFor(async () => expect(await names()).toEqual([storeOf(me), "algomoim"]));
  act(() => endSession());
  await waitFor(async () => expect(await names()).toEqual(["algomoim"]));
});
