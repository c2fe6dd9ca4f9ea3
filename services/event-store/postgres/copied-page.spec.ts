import { describe, expect, it } from "vitest";
import { CopiedPage } from "./copied-page.ts";

const header = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
const int16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const int64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt.asIntN(64, value));
  return bytes;
};
const fields = (...values: Buffer[]) =>
  Buffer.concat([int16(values.length), ...values.flatMap((value) => [int32(value.length), value])]);

const row = ({ txid = 7n, at = "2025-09-03T12:07:45.123Z", stream = "team-1", type = "TeamCreated" } = {}) =>
  fields(
    ...[int16(1), int64(txid), int32(3), int32(5), int16(2)],
    int64(BigInt(Date.parse(at) - Date.UTC(2000, 0, 1)) * 1000n + 999n),
    ...[stream, "393da642-3393-5bec-9f7f-de6b12dbd094", type, '{"name":"모임"}', '{"actor":"system"}'].map(
      (text) => Buffer.from(text),
    ),
  );
const end = int16(-1);

function pageOf(...messages: Buffer[]): CopiedPage {
  const page = new CopiedPage();
  for (const message of messages) {
    // As the client does.
    const lent = Buffer.from(message);
    page.add(lent);
    lent.fill(0);
  }
  return page;
}

describe("a page of the log", () => {
  it("is empty when no row came", () => {
    expect(pageOf(Buffer.concat([header, end]))).toMatchObject({ length: 0, checkpoint: undefined });
  });

  it("holds what has come, also after it was emptied", () => {
    const page = pageOf(
      Buffer.concat([header, row()]),
      row({ stream: "team-모임" }),
      row({ type: "팀" }),
      end,
    );
    const one = {
      ...{ eventId: "393da642-3393-5bec-9f7f-de6b12dbd094", stream: "team-1", revision: 5 },
      ...{ checkpoint: "1.7.3", type: "TeamCreated", schemaVersion: 2, data: { name: "모임" } },
      ...{ meta: { actor: "system" }, occurredAt: "2025-09-03T12:07:45.123Z" },
    };
    expect(page.events(0, 3)).toEqual([one, { ...one, stream: "team-모임" }, { ...one, type: "팀" }]);
    expect(page.events(1, 2)).toEqual([{ ...one, stream: "team-모임" }]);
    const [first] = page.events(0, 1);
    const again = page.emptied();
    again?.add(Buffer.concat([header, row({ txid: 8n })]));
    expect(again?.events(0, 9)).toEqual([{ ...one, checkpoint: "1.8.3" }]);
    expect(first).toEqual(one);
  });

  it.each([4294967296n, 9007199254740991n, 9007199254740993n, 18446744073709551615n])(
    "knows transaction %s",
    (txid) => expect(pageOf(Buffer.concat([header, row({ txid })])).checkpoint).toBe(`1.${txid}.3`),
  );

  it.each([
    "1999-12-31T23:59:59.999Z",
    "1969-07-20T20:17:40.000Z",
    "2000-01-01T00:00:00.000Z",
    "2024-02-29T09:05:03.007Z",
    "2100-12-31T23:59:59.999Z",
  ])("knows the time %s", (at) => {
    expect(pageOf(Buffer.concat([header, row({ at })])).events(0, 1)[0]?.occurredAt).toBe(at);
  });

  it("takes no rows of another shape", () => {
    expect(() => pageOf(Buffer.concat([header, fields(int16(1))]))).toThrow("1 columns");
  });
});
