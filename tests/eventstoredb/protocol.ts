import { createRequire } from "node:module";

/**
 * Messages and services of EventStoreDB's protocol as the client's package has them, generated from the server's
 * definitions. CommonJS without named exports.
 */
const load = createRequire(import.meta.url);

export const streams: typeof import("@eventstore/db-client/generated/streams_pb") = load(
  "@eventstore/db-client/generated/streams_pb",
);
export const shared: typeof import("@eventstore/db-client/generated/shared_pb") = load(
  "@eventstore/db-client/generated/shared_pb",
);
export const gossip: typeof import("@eventstore/db-client/generated/gossip_pb") = load(
  "@eventstore/db-client/generated/gossip_pb",
);
export const { StreamsService }: typeof import("@eventstore/db-client/generated/streams_grpc_pb") = load(
  "@eventstore/db-client/generated/streams_grpc_pb",
);
export const { GossipService }: typeof import("@eventstore/db-client/generated/gossip_grpc_pb") = load(
  "@eventstore/db-client/generated/gossip_grpc_pb",
);

export type {
  AppendReq,
  AppendResp,
  ReadReq,
  ReadResp,
} from "@eventstore/db-client/generated/streams_pb";
