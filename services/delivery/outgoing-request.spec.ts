import type { lookup } from "node:dns";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createOutgoing, isPublicAddress, outgoingUrl } from "./outgoing-request.ts";

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server on loopback, its origin allowed. */
async function served(answer: RequestListener, options: { timeoutMs?: number; keepAlive?: boolean } = {}) {
  const server: Server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outgoing = createOutgoing({ allowedOrigins: [origin], timeoutMs: 2000, ...options });
  closing.push(
    outgoing.close,
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return {
    origin,
    post: (path = "/", body = "text") => outgoing.request(origin + path, { headers: {}, body }),
  };
}

/** A lookup that resolves every name to these addresses. */
const resolving = (...addresses: string[]) =>
  ((_host: string, _options: object, done: (error: null, all: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    )) as never as typeof lookup;

const hostile = [
  "http://push.example/send",
  "ftp://push.example/send",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "//push.example/send",
  "push.example/send",
  "",
  "https://",
  "https://push.example:8443/send",
  "https://push.example:80/send",
  "https://user@push.example/send",
  "https://user:secret@push.example/send",
  "https://:secret@push.example/send",
  "https://127.0.0.1/send",
  "https://127.1/send",
  "https://2130706433/send",
  "https://0x7f.1/send",
  "https://0177.0.0.1/send",
  "https://0.0.0.0/send",
  "https://10.0.0.1/send",
  "https://172.16.0.1/send",
  "https://192.168.1.1/send",
  "https://169.254.169.254/latest/meta-data",
  "https://100.64.0.1/send",
  "https://224.0.0.1/send",
  "https://255.255.255.255/send",
  "https://[::1]/send",
  "https://[::]/send",
  "https://[fe80::1]/send",
  "https://[fc00::1]/send",
  "https://[ff02::1]/send",
  "https://[::ffff:127.0.0.1]/send",
  "https://[::ffff:a9fe:a9fe]/send",
  "https://[64:ff9b::7f00:1]/send",
  "https://[2002:7f00:1::]/send",
];

describe("outgoingUrl", () => {
  it.each(hostile)("refuses %s", (address) => {
    expect(outgoingUrl(address)).toBeUndefined();
  });

  it.each([
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://push.example:443/send",
    "https://93.184.216.34/send",
    "https://[2606:2800:220:1::1]/send",
  ])("takes %s", (address) => {
    expect(outgoingUrl(address)?.protocol).toBe("https:");
  });

  it("takes exactly the origin that is allowed", () => {
    const allowed = ["http://127.0.0.1:4000"];
    expect(outgoingUrl("http://127.0.0.1:4000/send", allowed)?.port).toBe("4000");
    for (const other of ["http://127.0.0.1:4001/", "https://127.0.0.1:4000/", "http://a@127.0.0.1:4000/"])
      expect(outgoingUrl(other, allowed), other).toBeUndefined();
  });
});

const embedded = {
  compatible: ["::7f00:1", "::127.0.0.1", "::808:808", "::8.8.8.8", "0:0:0:0:0:0:7f00:1"],
  mapped: ["::ffff:7f00:1", "::ffff:127.0.0.1", "0:0:0:0:0:ffff:a00:1"],
  translated: ["::ffff:0:7f00:1", "::ffff:0:8.8.8.8"],
  nat64: ["64:ff9b::7f00:1", "64:ff9b::127.0.0.1", "64:ff9b::808:808", "64:ff9b:1::7f00:1", "64:ff9b:1:2::1"],
  "6to4": ["2002:7f00:1::", "2002:808:808::1"],
  teredo: ["2001::7f00:1", "2001:0:808:808::80ff:fffe"],
  isatap: ["2606:2800:220:1:0:5efe:7f00:1", "2606:2800:220:1:200:5efe:808:808"],
};

describe("isPublicAddress", () => {
  it.each([
    ...["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34"].map(
      (address) => [address, true] as const,
    ),
    ...["127.0.0.1", "::1", "::ffff:10.0.0.1", "192.0.2.1", "198.18.0.1", "fe80::1%eth0", "", "name"].map(
      (address) => [address, false] as const,
    ),
    // IPv4 addresses inside of IPv6 addresses, public ones included.
    ...Object.values(embedded)
      .flat()
      .map((address) => [address, false] as const),
    // Not assigned to hosts.
    ...["::2", "1::1", "4000::1", "8000::1", "fec0::1", "5f00::1"].map(
      (address) => [address, false] as const,
    ),
  ])("%s: %s", (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});

describe("an outgoing request", () => {
  it.each([
    ["one private address", ["10.0.0.1"]],
    ["a private address among public ones", ["93.184.216.34", "2606:2800:220:1::1", "127.0.0.1"]],
    ["a mapped private address", ["::ffff:169.254.169.254"]],
  ])("is not made to a host that resolves to %s", async (_, addresses) => {
    const outgoing = createOutgoing({ lookup: resolving(...addresses) });
    closing.push(outgoing.close);
    const sent = outgoing.request("https://push.example/send", { headers: {}, body: "text" });
    await expect(sent).rejects.toMatchObject({ kind: "refused-address" });
  });

  it("writes no byte when the connected address is not the resolved one", async (context) => {
    let bytes = 0;
    const connections: Socket[] = [];
    const server = createTcpServer((socket) => {
      connections.push(socket);
      socket.on("data", (chunk) => {
        bytes += chunk.length;
      });
    });
    const failed = once(server, "error").then(() => "not permitted");
    server.listen(443, "127.0.0.1");
    const listening = once(server, "listening").then(() => "listening");
    if ((await Promise.race([listening, failed])) === "not permitted") return context.skip();
    closing.push(() => server.close());
    // Public when it is checked, private when it is connected to.
    let reads = 0;
    const rebound = {
      family: 4,
      get address() {
        reads += 1;
        return reads === 1 ? "93.184.216.34" : "127.0.0.1";
      },
    };
    const rebinding = ((_: string, __: object, done: (error: null, all: object[]) => void) =>
      done(null, [rebound])) as never as typeof lookup;
    const outgoing = createOutgoing({ lookup: rebinding });
    closing.push(outgoing.close);
    const sent = outgoing.request("https://push.example/send", { headers: {}, body: "text" });
    await expect(sent).rejects.toMatchObject({ kind: "refused-address" });
    expect(reads).toBeGreaterThan(1);
    const [connection] = connections;
    if (connection && !connection.closed) await once(connection, "close");
    expect(bytes).toBe(0);
  });

  it("fails as not-sent when no connection is opened", async () => {
    const { origin, post } = await served(() => {});
    for (const close of closing.splice(1)) close();
    await expect(post()).rejects.toMatchObject({ kind: "not-sent", message: "ECONNREFUSED" });
    expect(origin).toMatch(/^http:/);
    const unresolved = createOutgoing({
      lookup: ((_: string, __: object, done: (error: Error) => void) =>
        done(Object.assign(new Error("gone"), { code: "ENOTFOUND" }))) as never as typeof lookup,
    });
    const sent = unresolved.request("https://push.example/send", { headers: {} });
    await expect(sent).rejects.toMatchObject({ kind: "not-sent", message: "ENOTFOUND" });
  });

  it("fails as unknown when the connection breaks or gets no answer after the request", async () => {
    const cut = await served((request) => request.socket.destroy());
    await expect(cut.post()).rejects.toMatchObject({ kind: "unknown" });
    const silent = await served(() => {}, { timeoutMs: 50 });
    await expect(silent.post()).rejects.toMatchObject({ kind: "unknown", message: "timed out" });
  });

  it("answers with the status, and follows no redirect", async () => {
    const lookups: string[] = [];
    const { post, origin } = await served((request, response) => {
      lookups.push(request.url ?? "");
      response.writeHead(307, { location: `${origin}/elsewhere` }).end("moved");
    });
    expect(await post("/first")).toMatchObject({ status: 307, body: "moved" });
    expect(lookups).toEqual(["/first"]);
  });

  it("reads 4 kB of an answer that does not end", async () => {
    const { post } = await served((_, response) => {
      response.writeHead(200);
      const write = () =>
        void (response.destroyed || response.write("x".repeat(3000), () => setImmediate(write)));
      write();
    });
    const { status, body } = await post();
    expect([status, body.length]).toEqual([200, 4096]);
  });

  it("answers with the status when the body never comes", async () => {
    const { post } = await served((_, response) => void response.writeHead(201).write("slow"), {
      timeoutMs: 100,
    });
    expect(await post()).toMatchObject({ status: 201, body: "slow" });
  });

  it("reuses a connection with keepAlive alone", async () => {
    for (const keepAlive of [true, false]) {
      const ports = new Set<number | undefined>();
      const { post } = await served(
        (request, response) => {
          ports.add(request.socket.remotePort);
          response.end();
        },
        { keepAlive },
      );
      for (let round = 0; round < 3; round += 1) await post();
      expect(ports.size, `keepAlive ${keepAlive}`).toBe(keepAlive ? 1 : 3);
    }
  });

  it("ignores proxy variables", async () => {
    const before = process.env.HTTP_PROXY;
    process.env.HTTP_PROXY = "http://127.0.0.1:1";
    closing.push(() => {
      if (before === undefined) delete process.env.HTTP_PROXY;
      else process.env.HTTP_PROXY = before;
    });
    const { post } = await served((_, response) => void response.end("direct"));
    expect(await post()).toMatchObject({ body: "direct" });
  });
});
