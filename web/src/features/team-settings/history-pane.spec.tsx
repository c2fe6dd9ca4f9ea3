// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { limits } from "#contracts/limits";
import { pretendServer, reply } from "#tests/support/pretend-server";
import { DialogProvider } from "#web/ui/dialogs.tsx";
import { HistoryPane } from "./history-pane.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const entryOf = (number: number) => ({
  entryId: `entry-${number}`,
  action: "JOINED",
  actor: { uuid: `uuid-${number}`, memberName: `멤버 ${number}` },
  target: { uuid: `uuid-${number}`, memberName: `멤버 ${number}` },
  occurredAt: "2026-11-21T21:07:00",
  before: null,
  after: "MEMBER",
  reason: null,
});

/** A history of so many entries, newest first; `grow` adds one as a live message would. */
async function show(count: number) {
  let entries = Array.from({ length: count }, (_, index) => entryOf(count - index));
  pretendServer(({ path }) => {
    const query = new URL(path, "http://x").searchParams;
    const [number, size] = [Number(query.get("page")), Number(query.get("size"))];
    const page = {
      size,
      number,
      totalElements: entries.length,
      totalPages: Math.ceil(entries.length / size),
    };
    return reply({ data: { content: entries.slice(number * size, (number + 1) * size), page } });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container } = render(
    <QueryClientProvider client={client}>
      <DialogProvider>
        <HistoryPane teamId={12} members={[]} />
      </DialogProvider>
    </QueryClientProvider>,
  );
  return {
    marked: () => [...container.querySelectorAll("li")].filter(({ className }) => /arrived/.test(className)),
    grow() {
      entries = [entryOf(entries.length + 1), ...entries];
      return act(() => client.invalidateQueries());
    },
  };
}

it("marks an entry that comes in, and none that it pushes on to the next page", async () => {
  const size = limits.roleHistoryPageSize;
  const { marked, grow } = await show(size + 1);
  await screen.findByText(`멤버 ${size + 1}`, { ignore: "option" });
  await grow();
  await screen.findByText(`멤버 ${size + 2}`, { ignore: "option" });
  expect(marked()).toHaveLength(1);
  fireEvent.click(await screen.findByRole("button", { name: /^2/ }));
  await screen.findByText("멤버 1", { ignore: "option" });
  await grow();
  await screen.findByText("멤버 3", { ignore: "option" });
  expect(marked()).toHaveLength(0);
});
