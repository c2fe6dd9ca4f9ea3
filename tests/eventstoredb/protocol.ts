export {
  type AppendReq,
  type AppendResp,
  GossipService,
  gossip,
  type ReadReq,
  type ReadResp,
  StreamsService,
  shared,
  streams,
} from "#services/event-store/eventstoredb/protocol";
