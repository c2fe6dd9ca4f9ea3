import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

const proxies = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  proxies.addSubnet(network, bits);
for (const [network, bits] of [
  ["::1", 128],
  ["fc00::", 7],
] as const)
  proxies.addSubnet(network, bits, "ipv6");

/** Peers with a loopback or private address are regarded as proxies. */
export const isProxy = (peer: string): boolean => proxies.check(peer, isIPv6(peer) ? "ipv6" : "ipv4");

/**
 * The client's address for limits per address. Behind a proxy it is the last entry of `X-Forwarded-For`, because
 * clients can forge the entries before it.
 */
export function clientAddress({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): string {
  const peer = socket.remoteAddress ?? "";
  const forwarded = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  return addressOf(forwarded && isProxy(peer) ? forwarded : peer);
}

/** Keeps the first half of an IPv6 address, because the client can choose the other half. */
export function addressOf(written: string): string {
  if (!isIPv6(written)) return written;
  const address = ipaddr.process(written);
  if (address instanceof ipaddr.IPv4 || address.range() === "loopback") return address.toString();
  const network = address.parts.slice(0, 4);
  return network.map((part) => part.toString(16)).join(":");
}
