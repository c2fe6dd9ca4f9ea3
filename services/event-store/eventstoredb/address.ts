import { readFileSync } from "node:fs";
import { type ChannelCredentials, type ChannelOptions, credentials, Metadata } from "@grpc/grpc-js";

/** The parsed value of EVENTSTORE_URL. */
export interface Address {
  /** `host:port` of one node, or of several that know the leader. */
  readonly nodes: readonly string[];
  /** Whether the leader must be looked up, because the address stands for several nodes. */
  readonly isCluster: boolean;
  readonly credentials: ChannelCredentials;
  /** Metadata sent with every call. */
  readonly metadata: Metadata;
  readonly channel: ChannelOptions;
}

/** Pings detect a dead connection after 15 s. Servers tolerate no intervals below 10 s. */
const pingMs = { keepaliveinterval: 10_000, keepalivetimeout: 5000 };
const usualPort = 2113;
/** Servers accept events of up to 16 MiB. */
const maxEventBytes = 17 * 1024 * 1024;

/** @throws an error without the address, which may contain a password */
export function readAddress(url: string): Address {
  const [, scheme, user, password, hosts, query] =
    /^(esdb(?:\+discover)?):\/\/(?:([^:@/]+):([^@/]*)@)?([^@/?]+)\/?(?:\?(.*))?$/.exec(url.trim()) ?? [];
  const nodes = (hosts ?? "").split(",").map((host) => (/:\d+$/.test(host) ? host : `${host}:${usualPort}`));
  if (!nodes.every((node) => /^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i.test(node))) throw unreadable();
  const given = new Map(
    [...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase().replace(/[_-]/g, ""), value]),
  );
  const isSecure = given.get("tls") !== "false";
  const metadata = new Metadata();
  metadata.set("requires-leader", "true");
  if (user !== undefined && isSecure) metadata.set("authorization", `Basic ${basic(user, password ?? "")}`);
  const file = (name: string) => {
    const path = given.get(name);
    return path === undefined ? null : readCertificate(path);
  };
  const ms = (name: keyof typeof pingMs) => {
    const value = Number(given.get(name) ?? pingMs[name]);
    return value > 0 ? value : 2 ** 31 - 1;
  };
  return {
    nodes,
    isCluster: scheme === "esdb+discover" || nodes.length > 1,
    credentials: isSecure
      ? credentials.createSsl(file("tlscafile"), file("userkeyfile"), file("usercertfile"))
      : credentials.createInsecure(),
    metadata,
    channel: {
      "grpc.keepalive_time_ms": ms("keepaliveinterval"),
      "grpc.keepalive_timeout_ms": ms("keepalivetimeout"),
      "grpc.max_receive_message_length": maxEventBytes,
      // Without this option a new channel would reuse the connection of the channel that it replaces.
      "grpc.use_local_subchannel_pool": 1,
    },
  };
}

const unreadable = () =>
  new Error(
    "EVENTSTORE_URL cannot be read: it is like esdb://host:2113?tls=false, or esdb://user:password@host:2113 with % and @ written as %25 and %40.",
  );

function basic(user: string, password: string): string {
  try {
    return Buffer.from(`${decodeURIComponent(user)}:${decodeURIComponent(password)}`).toString("base64");
  } catch {
    throw unreadable();
  }
}

function readCertificate(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`EVENTSTORE_URL names the certificate file ${path}, which cannot be read (${code}).`);
  }
}
