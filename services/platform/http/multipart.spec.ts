import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, request as send } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import express, { type ErrorRequestHandler } from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Refused } from "#contracts/errors";
import { type MultipartBody, readMultipart } from "./multipart.ts";

let server: Server;
let port: number;
const read: MultipartBody[] = [];

const answerRefusal: ErrorRequestHandler = (error, _request, response, _next) => {
  response
    .status(error instanceof Refused ? 400 : 500)
    .send(error instanceof Refused ? error.code : String(error));
};

beforeAll(async () => {
  const app = express();
  app.post("/", async (request, response) => {
    const body = await readMultipart(request, { lists: ["teamMemberUuids"] });
    read.push(body);
    response.send({ ...body, picture: body.picture instanceof Buffer ? body.picture.length : body.picture });
  });
  app.use(answerRefusal);
  server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const megabyte = 1024 * 1024;
const bytes = (size: number) => Buffer.alloc(size, 7);
const picture = (size: number) => new Blob([bytes(size)], { type: "image/jpeg" });

type Part = readonly [name: string, value: string | Blob, fileName?: string];

function form(...parts: readonly Part[]): FormData {
  const data = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === "string") data.append(name, value);
    else data.append(name, value, fileName ?? "a.jpg");
  }
  return data;
}

async function post(body: BodyInit, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers });
  return response.text();
}

const answerTo = async (...parts: readonly Part[]) => JSON.parse(await post(form(...parts)));

/** Sends everything before it reads, as simple clients do, and resolves at the end of the connection. */
function exchange(head: string, body: Buffer = Buffer.alloc(0)): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(head);
      socket.end(body);
    });
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

const head = (length: number, type = "multipart/form-data; boundary=b") =>
  `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
const part = (disposition: string, content: string | Buffer, more = "") =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
const end = Buffer.from("--b--\r\n");
const whole = (...parts: Buffer[]) => {
  const body = Buffer.concat([...parts, end]);
  return exchange(head(body.length), body);
};

describe("texts", () => {
  it("are returned by name as they were sent", async () => {
    expect(await answerTo(["a", "한글\r\n둘"], ["b", ""])).toEqual({ fields: { a: "한글\r\n둘", b: "" } });
  });

  it("are lists for names that expect several, otherwise the first text", async () => {
    const answer = await answerTo(["teamMemberUuids", "1"], ["a", "1"], ["teamMemberUuids", "2"], ["a", "2"]);
    expect(answer.fields).toEqual({ teamMemberUuids: ["1", "2"], a: "1" });
  });

  it("cannot reach prototypes or build objects by their names", async () => {
    read.length = 0;
    const names = ["__proto__", "constructor", "a[__proto__][b]", "a[b]", "a", "a[4294967295]"];
    await post(form(...names.map((name) => [name, "x"] as const)));
    expect(Object.keys(read[0]?.fields ?? {})).toEqual(names);
    expect(Object.getPrototypeOf(read[0]?.fields)).toBeNull();
    expect(({} as Record<string, unknown>).b).toBeUndefined();
  });

  it("are refused above one megabyte in total, one large or many small, and accepted below", async () => {
    expect(await post(form(["a", "x".repeat(megabyte + 1)]))).toBe("request-too-large");
    const half: Part = ["teamMemberUuids", "x".repeat(megabyte / 2)];
    expect(await post(form(half, half, ["b", "x"]))).toBe("request-too-large");
    expect((await answerTo(["a", "x".repeat(megabyte - 10)])).fields.a).toHaveLength(megabyte - 10);
  });

  it("are refused when there are thousands", async () => {
    expect(await post(form(...Array.from({ length: 3000 }, (_, i) => [`p${i}`, ""] as const)))).toBe(
      "request-too-large",
    );
  });
});

describe("texts that are not UTF-8", () => {
  const euckr = Buffer.from([0xb0, 0xa1]);
  const sign = Buffer.from("\ufffd");
  const picture = (content: Buffer) => part('name="image"; filename="a.jpg"', content);

  it("are malformed: one, an unknown one, beside a replacement character and beside a file or a file name that contains it", async () => {
    const bodies = [
      [part('name="a"', euckr)],
      [part('name="image"', euckr)],
      [part('name="a"', "1"), part('name="a"', euckr)],
      [part('name="a"', euckr, "Content-Type: text/plain; charset=utf-8\r\n")],
      [part('name="a"', Buffer.concat([sign, euckr]))],
      [picture(Buffer.concat([bytes(65_535), sign, bytes(65_535), sign])), part('name="a"', euckr)],
      [part('name="image"; filename="\ufffd.jpg"', "1"), part('name="a"', euckr)],
    ];
    for (const parts of bodies) expect(await whole(...parts)).toContain("malformed");
  });

  it("are malformed whatever character set they declare; valid UTF-8 is read as such", async () => {
    const of = (charset: string, text: string | Buffer) =>
      part('name="a"', text, `Content-Type: text/plain; charset=${charset}\r\n`);
    for (const charset of ["utf-8", "euc-kr", "iso-8859-1", "x-unknown"]) {
      expect(await whole(of(charset, euckr))).toContain("malformed");
      expect(await whole(of(charset, "한글·é"))).toContain('{"fields":{"a":"한글·é"}}');
    }
  });

  it("are checked after the size", async () => {
    const large = part('name="a"', Buffer.concat([euckr, bytes(megabyte)]));
    expect(await whole(part('name="b"', euckr), large)).toContain("request-too-large");
  });
});

describe("a body", () => {
  it("is read the same however it is split into chunks", async () => {
    const body = Buffer.concat([
      Buffer.from("said before\r\n"),
      part('name="한글"', "가\ufffd나\ufffd".repeat(500)),
      part('name="a"', "1\r\n--\r\n-"),
      part('name="a"', ""),
      part('name="image"; filename=""', "", "Content-Type: application/octet-stream\r\n"),
      part('name="image"; filename="\ufffd"', bytes(3000)),
      part('name="empty"', ""),
      end,
      Buffer.from("said behind\r\n"),
      part('name="b"', "1"),
    ]);
    const fields = { 한글: "가\ufffd나\ufffd".repeat(500), a: "1\r\n--\r\n-", empty: "" };
    for (const size of [1, 2, 3, 7, 1000, body.length]) {
      const pieces = new ReadableStream({
        start(controller) {
          for (let at = 0; at < body.length; at += size) controller.enqueue(body.subarray(at, at + size));
          controller.close();
        },
      });
      const headers = { "content-type": "multipart/form-data; boundary=b" };
      const request = { method: "POST", body: pieces, headers, duplex: "half" } as RequestInit;
      const response = await fetch(`http://127.0.0.1:${port}/`, request);
      expect(await response.json()).toEqual({ fields, picture: 3000 });
    }
  });

  it("is read completely, although the request ends before the parser has emitted its buffer", async () => {
    const text = part('name="a"', "가").subarray(0, -2);
    const rest = Buffer.concat([Buffer.from("\r\n"), end]);
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const request = Object.assign(new Readable({ read() {} }), { headers });
    for (const piece of [text, rest, null]) request.push(piece);
    const { fields } = await readMultipart(request as unknown as IncomingMessage, { lists: [] });
    expect(fields.a).toBe("가");
  });

  it("may contain fifty uuids and all fields, but not hundreds of parts, however small", async () => {
    const parts = (count: number) => Array.from({ length: count }, (_, n) => part(`name="a${n}"`, "1"));
    expect(await whole(...parts(180))).toContain('"a179":"1"');
    expect(await whole(...parts(201))).toContain("request-too-large");
    expect(await whole(...parts(5000))).toContain("request-too-large");
  });

  it("may contain parts without a content disposition, which are ignored", async () => {
    const headed = (head: string) => Buffer.from(`--b\r\n${head}1\r\n`);
    const heads = ["X-Other: 1\r\n\r\n", 'Content-Disposition: attachment; name="b"\r\n\r\n'];
    for (const head of heads) expect(await whole(headed(head), part('name="a"', "1"))).toContain('{"a":"1"}');
  });

  it("may contain parts without a name, which are ignored", async () => {
    const parts = [part('name=""', "1"), part('x="1"', "1"), part('name="a"', "1")];
    expect(await whole(...parts)).toContain('{"fields":{"":"1","a":"1"}}');
  });
});

describe("the picture", () => {
  it("is the first non-empty image file; further ones and other files are discarded", async () => {
    const parts: Part[] = [
      ["file", picture(5)],
      ["image", picture(0)],
      ["image", picture(300_000), "undefined"],
      ["image", picture(9)],
      ["a", "1"],
    ];
    expect(await answerTo(...parts)).toEqual({ fields: { a: "1" }, picture: 300_000 });
  });

  it("is absent when image is a text, an unnamed file or empty", async () => {
    expect(await answerTo(["image", "undefined"], ["image", picture(0)])).toEqual({ fields: {} });
    const unnamed = part('name="image"; filename=""', "", "Content-Type: application/octet-stream\r\n");
    expect(await whole(unnamed)).toContain('{"fields":{}}');
  });

  it("may have ten megabytes and not one byte more, refused only after everything was read", async () => {
    expect((await answerTo(["image", picture(10 * megabyte)])).picture).toBe(10 * megabyte);
    const answer = await answerTo(["image", picture(10 * megabyte + 1)], ["image", picture(5)], ["a", "1"]);
    expect(answer).toEqual({ fields: { a: "1" }, picture: "too-large" });
  });
});

describe("a request", () => {
  it("of another content type is refused", async () => {
    expect(await post("{}", { "content-type": "application/json" })).toBe("wrong-content-type");
    expect(await post("a=1", { "content-type": "application/x-www-form-urlencoded" })).toBe(
      "wrong-content-type",
    );
    expect(await exchange(head(0, "multipart/mixed; boundary=b"))).toContain("wrong-content-type");
    expect(await exchange("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).toContain(
      "wrong-content-type",
    );
  });

  it("without boundary, end, body or structure is malformed", async () => {
    const cut = part('name="image"; filename="a"', bytes(70_000)).subarray(0, -2);
    const bodies = [cut, part('name="a"', "1"), Buffer.from("nonsense")];
    for (const body of bodies) expect(await exchange(head(body.length), body)).toContain("malformed");
    expect(await exchange(head(0))).toContain("malformed");
    expect(await exchange(head(3, "multipart/form-data"), Buffer.from("abc"))).toContain("malformed");
    const bare =
      "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n";
    expect(await exchange(bare)).toContain("malformed");
  });

  it("larger than 32 MB is refused, and a client that sends all of it first can read the response", async () => {
    const large = part('name="file"; filename="a"', bytes(34 * megabyte));
    expect(await whole(large)).toContain("request-too-large");
    expect(await post(form(["file", picture(34 * megabyte)]))).toBe("request-too-large");
  });

  it("larger than 32 MB is refused even without a declared length", async () => {
    const chunked = send({
      port,
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=b" },
    });
    const answered = once(chunked, "response");
    chunked.write(part('name="file"; filename="a"', ""));
    for (let sent = 0; sent < 40; sent += 1) {
      if (!chunked.write(bytes(megabyte))) await once(chunked, "drain");
    }
    chunked.end();
    const [response] = await answered;
    expect((await response.toArray()).join("")).toBe("request-too-large");
  });

  it("that is too large and then stops midway still gets its response", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write(head(90 * megabyte));
    socket.write(part('name="a"', bytes(2 * megabyte)));
    const [answer] = await once(socket, "data");
    expect(String(answer)).toContain("request-too-large");
    socket.destroy();
  });

  it("that the client aborts ends and releases everything", async () => {
    const refused = new Promise<unknown>((resolve) => {
      server.once("request", (request) => {
        request.once("close", () => resolve(request.destroyed));
      });
    });
    const socket = connect(port, "127.0.0.1");
    socket.write(head(megabyte));
    socket.write(part('name="image"; filename="a"', bytes(100_000)).subarray(0, 90_000));
    await once(server, "request");
    socket.destroy();
    expect(await refused).toBe(true);
    expect(await answerTo(["a", "1"])).toEqual({ fields: { a: "1" } });
  });
});
