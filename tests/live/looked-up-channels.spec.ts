import { describe, expect, it } from "vitest";
import type { ChannelName } from "#services/platform/live/options";
import { connect, eventually, named, startServer, watching } from "#tests/live/server";

const shown: ChannelName[] = [named("team-page/7")];

describe("channels looked up in read models", () => {
  it("are sent with the event's own channels; later events wait", async () => {
    let found = (_: ChannelName[]) => {};
    let asked = 0;
    const server = await startServer({
      lookUp: ({ data }) =>
        (data.touches as string[]).length === 0
          ? () => {
              asked += 1;
              return new Promise((resolve) => {
                found = resolve;
              });
            }
          : undefined,
    });
    const client = await watching(server, null, "team-page/7", "team-page/8");
    server.log.add({});
    await client.settle();
    expect(asked).toBe(0);
    server.log.happen("team-page/8");
    await eventually(() => expect(asked).toBe(1));
    await client.settle();
    expect(client.names()).toEqual([]);
    found(shown);
    await eventually(() => expect(client.names()).toEqual(["team-page/7", "team-page/8"]));
  });

  it("are looked up again after a failure", async () => {
    let attempts = 0;
    const server = await startServer({
      lookUp: () => async () => {
        attempts += 1;
        if (attempts < 3) throw new Error("planted");
        return shown;
      },
    });
    const client = await watching(server, null, "team-page/7");
    server.log.happen();
    await eventually(() => expect(client.names()).toEqual(["team-page/7"]));
    expect(attempts).toBe(3);
  });

  it("are sent to clients that resume from before the event", async () => {
    const first = await startServer({ lookUp: () => async () => shown });
    const from = first.log.happen();
    first.log.happen();
    await first.stop();
    const second = await startServer({ log: first.log, lookUp: () => async () => shown });
    const client = await connect(second, null);
    client.send({ type: "subscribe", ...named("team-page/7") }, { type: "resume", after: from });
    await eventually(() => expect(client.names()).toEqual(["team-page/7"]));
  });
});
