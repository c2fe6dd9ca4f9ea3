import { expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";

const addressOf = (remoteAddress: string, forwarded?: string) =>
  clientAddress({ socket: { remoteAddress }, headers: { "x-forwarded-for": forwarded } } as never);

it("is the address of the peer, whatever headers it sends, unless the peer is a proxy in a private network", () => {
  expect(addressOf("203.0.113.9")).toBe("203.0.113.9");
  expect(addressOf("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
  expect(addressOf("127.0.0.1")).toBe("127.0.0.1");
  for (const proxy of ["127.0.0.1", "::1", "::ffff:172.18.0.4", "10.1.2.3", "192.168.7.7", "fd00::4"])
    expect(addressOf(proxy, "198.51.100.1"), proxy).toBe("198.51.100.1");
});

it("is the entry added by the nearest proxy, not the entries that a client has written", () => {
  expect(addressOf("172.18.0.4", "192.0.2.66, 198.51.100.1")).toBe("198.51.100.1");
});

it("is the network prefix of an IPv6 client", () => {
  expect(addressOf("2001:db8:1:2:aaaa::1")).toBe(addressOf("2001:db8:1:2:bbbb::2"));
  expect(addressOf("2001:db8:1:2::1")).not.toBe(addressOf("2001:db8:1:3::1"));
  expect(addressOf("::ffff:203.0.113.9")).toBe("203.0.113.9");
  expect(addressOf("::ffff:cb00:7109")).toBe("203.0.113.9");
});

it("is the same prefix in every notation", () => {
  const one = addressOf("2001:db8::1");
  for (const other of ["2001:db8::2", "2001:0DB8:0:0:1::", "2001:db8:0:0:aaaa:bbbb:cccc:dddd"])
    expect(addressOf(other), other).toBe(one);
  expect(addressOf("2001:db8:0:1::1")).not.toBe(one);
  expect(addressOf("2001:db8:1::1")).not.toBe(one);
  expect(addressOf("::1")).toBe("::1");
});
