// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeLive } from "#tests/support/fake-live";
import { tokenOf } from "#tests/support/stub-server";
import { ApiError } from "../calls/api-error.ts";
import { currentToken, endSession, setToken } from "../session.ts";
import { latestCheckpoint } from "./checkpoint.ts";
import { noteCommand, refreshSettled } from "./live-cache.ts";
import { LiveProvider, useLiveGone, useLiveState } from "./use-live.tsx";

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  endSession();
});

function setUp(fetchTeam: () => Promise<string>) {
  const server = fakeLive();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const lost: string[] = [];
  function Team({ id }: { id: number }) {
    useLiveGone("team-page", id, (code) => lost.push(code));
    const { data } = useQuery({ queryKey: ["team-page", id, "day"], queryFn: fetchTeam });
    return (
      <p>
        {useLiveState()}: {data ?? "…"}
      </p>
    );
  }
  const view = render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <LiveProvider connection={server.connection}>
          <Team id={1} />
        </LiveProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
  return { server, client, lost, view };
}

const changed = (key: string, checkpoint: string) =>
  ({ type: "changed", view: "team-page", key, checkpoint }) as const;

it("fetches only the queries of a changed channel again, from its checkpoint on", async () => {
  let fetched = 0;
  const { server } = setUp(async () => {
    fetched += 1;
    return `answer ${fetched}`;
  });
  await screen.findByText("connecting: answer 1");
  server.greet();
  await screen.findByText("open: answer 1");
  server.say(changed("1", "c2"));
  await screen.findByText("open: answer 2");
  expect(latestCheckpoint()).toBe("c2");
  server.say(changed("2", "c3"));
  server.say({ type: "reset", checkpoint: "c4" });
  await screen.findByText("open: answer 3");
});

it("fetches once more after a fetch during which the channel changed, however often", async () => {
  const answers: ((text: string) => void)[] = [];
  const { server } = setUp(() => new Promise((resolve) => answers.push(resolve)));
  server.greet();
  for (const checkpoint of ["c2", "c3", "c4"]) server.say(changed("1", checkpoint));
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers[0]?.("from before"));
  await waitFor(() => expect(answers).toHaveLength(2));
  for (const checkpoint of ["c5", "c6"]) server.say(changed("1", checkpoint));
  await act(async () => answers[1]?.("almost"));
  await waitFor(() => expect(answers).toHaveLength(3));
  await act(async () => answers[2]?.("of now"));
  await screen.findByText("open: of now");
  expect(answers).toHaveLength(3);
});

it("fetches a query of a busy channel at the first change, and further changes together", async () => {
  const server = fakeLive();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  let fetched = 0;
  function Day() {
    const queryFn = async () => `answer ${++fetched}`;
    return useQuery({ queryKey: ["team-articles", "1"], queryFn, meta: { gatherMs: 300 } }).data;
  }
  render(
    <QueryClientProvider client={client}>
      <LiveProvider connection={server.connection}>
        <Day />
      </LiveProvider>
    </QueryClientProvider>,
  );
  await screen.findByText("answer 1");
  server.greet();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const articles = (checkpoint: string) =>
    ({ type: "changed", view: "team-articles", key: "1", checkpoint }) as const;
  const before = fetched;
  server.say(articles("c2"));
  // Without waiting.
  expect(client.isFetching()).toBe(1);
  await screen.findByText(`answer ${before + 1}`);
  for (const checkpoint of ["c3", "c4", "c5"]) {
    server.say(articles(checkpoint));
    await waitFor(() => expect(client.isFetching()).toBe(0));
  }
  expect(fetched).toBe(before + 1);
  await screen.findByText(`answer ${before + 2}`);
});

it("fetches only failed queries again once the connection is restored", async () => {
  const answers = [
    async () => "of before",
    () => Promise.reject(new ApiError({ status: 503 })),
    async () => "of now",
  ];
  let fetched = 0;
  const { server, client } = setUp(() => answers[fetched++]!());
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  server.greet();
  await screen.findByText("open: of before");
  server.say(changed("1", "c2"));
  await waitFor(() => expect(client.getQueryState(["team-page", 1, "day"])?.status).toBe("error"));
  server.drop(4001);
  await waitFor(() => expect(server.openConnections()).toBe(1));
  server.greet();
  await screen.findByText("open: of now");
  expect(fetched).toBe(3);
  server.drop(4001);
  await waitFor(() => expect(server.openConnections()).toBe(1));
  server.greet();
  await screen.findByText("open: of now");
  expect(fetched).toBe(3);
});

it("fetches once for a live message and the refresh of the command that caused it, whichever comes first", async () => {
  const server = fakeLive();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  let fetched = 0;
  const Team = () =>
    useQuery({
      queryKey: ["team-page", "1"],
      queryFn: async () => {
        fetched += 1;
        return `answer ${fetched}`;
      },
      meta: { settleMs: 50 },
    }).data;
  render(
    <QueryClientProvider client={client}>
      <LiveProvider connection={server.connection}>
        <Team />
      </LiveProvider>
    </QueryClientProvider>,
  );
  await screen.findByText("answer 1");
  server.greet();
  const refresh = () => {
    const [query] = client.getQueryCache().findAll();
    return query && refreshSettled(client, query);
  };
  server.say(changed("1", "c2"));
  await act(refresh);
  expect(fetched).toBe(2);
  const refreshed = refresh();
  server.say(changed("1", "c3"));
  await act(() => refreshed);
  await screen.findByText("answer 3");
  expect(fetched).toBe(3);

  vi.useFakeTimers();
  let respond = () => {};
  const response = noteCommand(
    new Promise<void>((resolve) => {
      respond = resolve;
    }),
  );
  const later = () => act(() => vi.advanceTimersByTimeAsync(500));
  server.say(changed("1", "c4"));
  await later();
  expect(fetched).toBe(3);
  respond();
  void response.then(refresh);
  await later();
  expect(fetched).toBe(4);
});

it("fetches at most once in a while for live messages, but soon for a command", async () => {
  const server = fakeLive();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const queryFn = vi.fn(async () => "answer");
  const meta = { settleMs: 50, gatherMs: 400 };
  const Team = () => useQuery({ queryKey: ["team-page", "1"], queryFn, meta }).data;
  render(
    <QueryClientProvider client={client}>
      <LiveProvider connection={server.connection}>
        <Team />
      </LiveProvider>
    </QueryClientProvider>,
  );
  await screen.findByText("answer");
  server.greet();
  vi.useFakeTimers();
  const after = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    return queryFn.mock.calls.length;
  };
  const before = await after(1000);
  server.say(changed("1", "c2"));
  server.say(changed("1", "c3"));
  expect([await after(60), await after(1000)]).toEqual([before + 1, before + 1]);
  server.say(changed("1", "c4"));
  await after(60);
  server.say(changed("1", "c5"));
  expect(await after(60)).toBe(before + 2);
  const [query] = client.getQueryCache().findAll();
  void refreshSettled(client, query!);
  expect(await after(60)).toBe(before + 3);
  expect(await after(1000)).toBe(before + 4);
});

it("fetches a response again that follows other channels than its own, as soon as it names them", async () => {
  const server = fakeLive();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  let fetched = 0;
  function Mine() {
    const { data = [] } = useQuery({
      queryKey: ["my-teams", "m"],
      queryFn: async () => {
        fetched += 1;
        return [3, 4];
      },
      meta: { follows: (teams) => ((teams ?? []) as number[]).map((id) => `team-page/${id}`) },
    });
    return data.join();
  }
  render(
    <QueryClientProvider client={client}>
      <LiveProvider connection={server.connection}>
        <Mine />
      </LiveProvider>
    </QueryClientProvider>,
  );
  await screen.findByText("3,4");
  server.greet();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const before = fetched;
  server.say(changed("5", "c2"));
  expect(fetched).toBe(before);
  server.say(changed("4", "c3"));
  await waitFor(() => expect(fetched).toBe(before + 1));
});

it("keeps a channel that the next page uses too, and unsubscribes from one that no active query uses", async () => {
  const server = fakeLive();
  const client = new QueryClient();
  const Page = ({ name, id }: { name: string; id: number }) =>
    useQuery({ queryKey: ["team-page", String(id), name], queryFn: async () => name }).data;
  const site = (page: ReactNode) => (
    <QueryClientProvider client={client}>
      <LiveProvider connection={server.connection}>{page}</LiveProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(site(<Page key="a" name="first" id={1} />));
  await screen.findByText("first");
  server.greet();
  rerender(site(<Page key="b" name="second" id={1} />));
  await screen.findByText("second");
  const channels = () =>
    server.sent.flatMap((message) => ("key" in message ? [`${message.type} ${message.key}`] : []));
  expect(channels()).toEqual(["subscribe 1"]);
  rerender(site(<Page key="c" name="third" id={2} />));
  await screen.findByText("third");
  expect(channels()).toEqual(["subscribe 1", "subscribe 2", "unsubscribe 1"]);
});

it("ends the session in this tab when the server has revoked it", async () => {
  setToken(tokenOf("6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11"));
  const { server } = setUp(async () => "team");
  server.greet();
  server.drop(4001);
  expect(currentToken()).not.toBeNull();
  cleanup();
  const again = setUp(async () => "team");
  again.server.greet();
  again.server.drop(4503);
  expect(currentToken()).toBeNull();
});

describe("a page", () => {
  it("is notified that it lost a channel", async () => {
    const { server, lost } = setUp(async () => "team");
    server.greet();
    server.say(
      { type: "gone", view: "team-page", key: "2", code: "revoked" },
      { type: "gone", view: "team-page", key: "1", code: "revoked" },
    );
    expect(lost).toEqual(["revoked"]);
  });

  it("watches a channel once and stops when it is unmounted", async () => {
    const { server, view } = setUp(async () => "team");
    expect(server.openConnections()).toBe(1);
    server.greet();
    expect(server.sent.filter(({ type }) => type === "subscribe")).toEqual([
      { type: "subscribe", view: "team-page", key: "1" },
    ]);
    view.unmount();
    expect(server.openConnections()).toBe(0);
  });
});
