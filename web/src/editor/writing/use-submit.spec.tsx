// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { editArticle } from "#contracts/article/api";
import { reply, type Seen, stubServer } from "#tests/support/stub-server";
import { commandOf, send } from "../../lib/calls/command.ts";
import type { StoredPost, WrittenPost } from "./post.ts";
import { useSubmit } from "./use-submit.ts";

const post: WrittenPost = {
  title: "제목",
  category: null,
  html: "<p>글</p>",
  picture: undefined,
  further: {},
};
const stored: StoredPost = {
  title: "먼저 고친 제목",
  category: null,
  html: "<p>먼저</p>",
  imageUrl: null,
  further: {},
  revision: 4,
};
const conflict = () => reply({ status: 412, message: "다른 곳에서 먼저 수정되었습니다.", data: stored });
const refused = () => reply({ status: 403, message: "게시물의 작성자가 아닙니다." });
const silence = () => {
  throw new TypeError("no connection");
};

let seen: Seen[];
/** Responses to the requests in order; afterwards all are accepted. */
let answers: (() => Response)[];

beforeEach(() => {
  answers = [];
  ({ seen } = stubServer(() => answers.shift()?.() ?? reply({})));
});
afterEach(() => void vi.unstubAllGlobals());

function open(over: Partial<Parameters<typeof useSubmit>[0]> = {}) {
  const onSaved = vi.fn();
  const isSaved = () => onSaved.mock.calls.length > 0;
  const settings = {
    revision: 3 as number | null,
    onRevision: (revision: number) => {
      settings.revision = revision;
    },
    validate: () => undefined as string | undefined,
    onInvalid: vi.fn(),
    gather: async () => post,
    command: ({ title, html }: WrittenPost, revision: number | null) =>
      commandOf(editArticle, {
        params: { articleId: 301 },
        body: { articleTitle: title, articleBody: html },
        ifMatch: revision ?? "*",
      }),
    storedOf: (data: unknown) => data as StoredPost,
    takeStored: vi.fn(),
    onSaved,
    send,
    onQueued: vi.fn(),
    onFailed: vi.fn(),
    ...over,
  };
  const { result } = renderHook(() => useSubmit(settings));
  const press = async () => {
    act(result.current.submit);
    await waitFor(() => expect(isSaved() || !result.current.isPending).toBe(true));
  };
  return { settings, result, press };
}
const keys = () => seen.map(({ headers }) => headers.get("Idempotency-Key"));
const revisions = () => seen.map(({ headers }) => headers.get("If-Match"));

describe("saving a post", () => {
  it("sends it once with its revision, however often it is submitted, and stays pending once it is saved", async () => {
    const { settings, result, press } = open();
    act(result.current.submit);
    await press();
    expect(revisions()).toEqual(['"3"']);
    expect(settings.onSaved).toHaveBeenCalledExactlyOnceWith(post, null);
    expect(result.current.isPending).toBe(true);
  });

  it("sends nothing when the form is faulty, and goes back to it", async () => {
    const { settings, result, press } = open({ validate: () => "제목을 작성해주세요" });
    await press();
    expect(seen).toEqual([]);
    expect(result.current.isEditing).toBe(true);
    expect(settings.onInvalid).toHaveBeenCalledTimes(1);
    expect(settings.onFailed).not.toHaveBeenCalled();
  });

  it("reports a text that cannot be read, and lets it be edited", async () => {
    const fault = new RangeError("too long");
    const { settings, result, press } = open({ gather: () => Promise.reject(fault) });
    await press();
    expect(settings.onFailed).toHaveBeenCalledExactlyOnceWith(fault);
    expect(result.current.isEditing).toBe(true);
    expect(seen).toHaveLength(0);
  });

  it.each([
    ["a new key after a refusal", refused, "제목", 2],
    ["the same key when no answer came", silence, "제목", 1],
    ["a new key when no answer came and the text has changed", silence, "다른 제목", 2],
  ])("sends the next press under %s", async (_, answer, title, count) => {
    const { settings, result, press } = open();
    answers = [answer];
    await press();
    expect(settings.onFailed).toHaveBeenCalledTimes(1);
    expect(result.current.isEditing).toBe(true);
    settings.gather = async () => ({ ...post, title });
    await press();
    expect(new Set(keys()).size).toBe(count);
    expect(settings.onSaved).toHaveBeenCalledTimes(1);
  });
});

describe("a conflict", () => {
  async function meet() {
    const opened = open();
    answers = [conflict];
    await opened.press();
    expect(opened.result.current.conflict).toMatchObject({ isOpen: true, post, stored });
    return opened;
  }

  it("sends the own text with the stored revision and a new key, and detects a further change", async () => {
    const { settings, result } = await meet();
    answers = [conflict];
    act(result.current.conflict.onKeepMine);
    await waitFor(() => expect(result.current.conflict.isOpen).toBe(true));
    act(result.current.conflict.onKeepMine);
    await waitFor(() => expect(settings.onSaved).toHaveBeenCalledTimes(1));
    expect(revisions()).toEqual(['"3"', '"4"', '"4"']);
    expect(new Set(keys()).size).toBe(3);
  });

  it.each([
    ["onUseStored", '"4"', 1],
    ["onBack", '"3"', 0],
  ] as const)(
    "returns to the form on %s, whose next saving builds on %s",
    async (answer, revision, taken) => {
      const { settings, result, press } = await meet();
      act(result.current.conflict[answer]);
      expect(result.current.isEditing).toBe(true);
      expect(settings.takeStored).toHaveBeenCalledTimes(taken);
      await press();
      expect(revisions()).toEqual(['"3"', revision]);
    },
  );
});
