// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { documentCloseCodes } from "#contracts/documents/api";
import { createDraftKeeper, type DraftState } from "./draft-keeper.ts";

const line = vi.hoisted(() => ({
  stop: (_code: number): void => {},
  kept: (): void => {},
  connects: 0,
}));
const browser = vi.hoisted(() => ({ takes: true }));

vi.mock("../presence/document-link.ts", () => ({
  linkDocument: ({ onStopped }: { onStopped: (code: number) => void }) => {
    line.stop = onStopped;
    const connect = () => {
      line.connects += 1;
    };
    const provider = { synced: false, once: () => {}, connect };
    return {
      provider,
      kept: () =>
        new Promise<void>((resolve) => {
          line.kept = resolve;
        }),
      stoppedBy: () => undefined,
      close: () => {},
    };
  },
}));
vi.mock("./draft-store.ts", () => ({
  draftStore: {
    read: async () => ({ drafts: [], gone: [] }),
    put: async () => browser.takes,
    remove: async () => {},
    setHeard: async () => {},
    forget: async () => {},
    onRemoved: () => () => {},
  },
}));

beforeEach(() => {
  line.connects = 0;
  browser.takes = true;
});

function writing(html: string) {
  const states: DraftState[] = [];
  const keeper = createDraftKeeper("6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11", "article/new/12", (state) =>
    states.push(state),
  );
  const write = (text: string) => {
    keeper.keep(() => ({
      title: "제목",
      category: null,
      contact: "",
      html: text,
      revision: null,
      picture: undefined,
      shared: undefined,
    }));
    keeper.flush();
  };
  write(html);
  return { write, last: (state: DraftState) => vi.waitFor(() => expect(states.at(-1)).toBe(state)) };
}

it.each([
  ["too-large", documentCloseCodes.full],
  ["too-many", documentCloseCodes.tooManyTexts],
] as const)(
  "says of a draft that the server does not take why it is in this browser alone: %s",
  async (state, code) => {
    const { write, last } = writing("<p>글</p>");
    await last("here");
    line.stop(code);
    await last(state);
    write("<p>글 더</p>");
    await last(state);
  },
);

it("does not say that it is in this browser where it is not", async () => {
  browser.takes = false;
  const { last } = writing("<p>글</p>");
  line.stop(documentCloseCodes.tooManyTexts);
  await last("unkept");
});

it("offers a draft to the server again once it has become smaller, not while it grows", async () => {
  const { write, last } = writing("<p>너무 긴 글</p>");
  line.stop(documentCloseCodes.full);
  await last("too-large");
  write("<p>더 길고 너무 긴 글</p>");
  await last("too-large");
  expect(line.connects).toBe(1);
  write("<p>글</p>");
  expect(line.connects).toBe(2);
  await last("here");
  line.kept();
  await last("kept");
});
