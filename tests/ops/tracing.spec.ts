import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, it } from "vitest";
import { startSite } from "#tests/api/site";
import { openPage } from "#tests/live/page";
import { freePort } from "#tests/support/server-process";

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

interface Traces {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

/** Accepts OTLP over HTTP and stores it. */
async function startCollector() {
  const received: Traces[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === "/v1/traces") received.push((await json(request)) as Traces);
    response.setHeader("Content-Type", "application/json");
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () =>
      received.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    /** Everything except ids and times, which may contain any digits. */
    text: () => JSON.stringify(received, (key, value) => (/(Id|Nano)$/.test(key) ? undefined : value)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const invitation = "Zm9vYmFyYmF6cXV4MTIzNA";
const announcement = "오늘은 그래프를 풀어요";

/** A team with a new announcement, an article and an applicant, viewed by an open page; returns its personal data. */
async function writeAndWatch(settings: NodeJS.ProcessEnv) {
  const site = await startSite({ settings });
  const manager = await site.person("도토리");
  const member = await site.person("밤톨");
  const teamId = await site.team(manager);
  const page = openPage(`${site.origin.replace("http", "ws")}/live`);
  page.watch(`team-page/${teamId}`);
  await expect.poll(page.state).toBe("open");
  const path = `/v1/teams/${teamId}/announcement`;
  await manager.ask("PATCH", path, { json: { teamAnnouncement: announcement } });
  await expect.poll(() => page.received).toContain(`team-page/${teamId}`);
  await member.ask("POST", `/v1/teams/${teamId}/join`, { json: { password: "0000" } });
  await site.ask("GET", `/v1/teams/${teamId}?who=밤톨`);
  await site.ask("GET", `/v1/invitations/${invitation}`);
  const events = await site.query<{ traceparent: string | null }>(
    "SELECT meta->>'traceparent' AS traceparent FROM events WHERE type = 'AnnouncementChanged'",
  );
  await site.close();
  const people = [manager, member].flatMap(({ uuid, token, name, handle }) => [uuid, token, name, handle]);
  return {
    events,
    personal: [...people, invitation, announcement, "아침반", "4821", "0000", "127.0.0.1", "localhost"],
  };
}

it("traces a command from its call to the push in one trace, without personal data in any", async () => {
  const collector = await startCollector();
  const { events, personal } = await writeAndWatch({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  const spans = collector.spans();
  const request = spans.find(({ name }) => name === "PATCH /api/v1/teams/{teamId}/announcement");
  // No command waits for notifications and messages: the site may be closed before they are raised.
  const later = ["reaction notify", "reaction deliver"];
  const trace = spans.filter(({ traceId, name }) => traceId === request?.traceId && !later.includes(name));
  const parentOf = ({ parentSpanId }: Span) =>
    trace.find(({ spanId }) => spanId === parentSpanId)?.name ?? parentSpanId;
  expect(Object.fromEntries(trace.map((span) => [span.name, parentOf(span)]))).toEqual({
    "PATCH /api/v1/teams/{teamId}/announcement": undefined,
    "command team": "PATCH /api/v1/teams/{teamId}/announcement",
    append: "command team",
    projection: "append",
    push: "append",
  });
  expect(trace).toHaveLength(5);
  const append = trace.find(({ name }) => name === "append");
  expect(events).toEqual([{ traceparent: `00-${append?.traceId}-${append?.spanId}-01` }]);
  for (const text of personal) expect(collector.text()).not.toContain(text);
  await collector.close();
});

it("records no trace without a collector, and serves beside an unresponsive one", async () => {
  expect((await writeAndWatch({})).events).toEqual([{ traceparent: null }]);
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  expect((await writeAndWatch({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).events).toHaveLength(1);
});
