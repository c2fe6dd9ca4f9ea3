// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { leaveInCookie, tokenOf } from "#tests/support/stub-server";
import { emptyOnMemberChange } from "./calls/query-client.ts";
import {
  adoptCookie,
  cookieToken,
  currentToken,
  endSession,
  endSessionQuietly,
  setToken,
  useSession,
} from "./session.ts";

const acorn = tokenOf("uuid-of-acorn", 1);
const acornLater = tokenOf("uuid-of-acorn", 2);
const penguin = tokenOf("uuid-of-penguin", 3);

beforeEach(() => {
  endSession();
  sessionStorage.clear();
});

describe("session", () => {
  it("adopts the raw token of the cookie into session storage", () => {
    leaveInCookie(acorn);
    expect(currentToken()).toBeNull();
    adoptCookie();
    expect(sessionStorage.getItem("Authorization")).toBe(acorn);
  });

  it("keeps its token when the cookie has expired", () => {
    setToken(acorn);
    adoptCookie();
    expect(currentToken()).toBe(acorn);
  });

  it("returns the member to components until the session ends and the cookie is removed", () => {
    leaveInCookie(acorn);
    const { result } = renderHook(useSession);
    expect(result.current).toEqual({ token: null, uuid: null, isLoggedIn: false });
    act(adoptCookie);
    expect(result.current).toMatchObject({ uuid: "uuid-of-acorn", isLoggedIn: true });
    act(endSession);
    expect(result.current.isLoggedIn).toBe(false);
    expect(cookieToken()).toBeNull();
  });

  it("ends without removing the later login that another tab has stored in the cookie", () => {
    setToken(acorn);
    leaveInCookie(penguin);
    endSession();
    expect([currentToken(), cookieToken()]).toEqual([null, penguin]);
  });

  it("is checked again when the browser restores a page from its cache", () => {
    setToken(acorn);
    const { result } = renderHook(useSession);
    endSessionQuietly();
    expect(result.current.isLoggedIn).toBe(true);
    act(() => window.dispatchEvent(new Event("pageshow")));
    expect(result.current.isLoggedIn).toBe(false);
  });

  it("counts as logged in with a token that cannot be parsed", () => {
    setToken("garbage");
    expect(renderHook(useSession).result.current).toMatchObject({ uuid: null, isLoggedIn: true });
  });

  it("empties the query cache for another member, but not for a renewed token", () => {
    const client = new QueryClient();
    setToken(acorn);
    const stop = emptyOnMemberChange(client);
    client.setQueryData(["my-teams", "uuid-of-acorn"], ["새벽네시반"]);
    setToken(acornLater);
    expect(client.getQueryData(["my-teams", "uuid-of-acorn"])).toEqual(["새벽네시반"]);
    setToken(penguin);
    expect(client.getQueryData(["my-teams", "uuid-of-acorn"])).toBeUndefined();
    stop();
  });
});
