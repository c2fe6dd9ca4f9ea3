import type { AppendOutcome, Expected, Proposed } from "./log.ts";
import { type AppendReq, type AppendResp, shared, streams } from "./protocol.ts";

/** The messages of an `Append` call: its options, then one message per event. */
export interface AppendAsked {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: readonly Proposed[];
}

export function readAppend(messages: readonly AppendReq[]): AppendAsked {
  const options = messages[0]?.getOptions();
  if (!options) throw new Error("an append begins with its options");
  const name = options.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array();
  return {
    stream: Buffer.from(name).toString("utf8"),
    expected: expectedOf(options),
    events: messages.slice(1).flatMap((message) => {
      const proposed = message.getProposedMessage();
      return proposed ? [readProposed(proposed)] : [];
    }),
  };
}

function expectedOf(options: AppendReq.Options): Expected {
  if (options.hasNoStream()) return "no-stream";
  if (options.hasStreamExists()) return "stream-exists";
  return options.hasAny() ? "any" : Number(options.getRevision());
}

const readProposed = (message: AppendReq.ProposedMessage): Proposed => ({
  id: message.getId()?.getString() ?? "",
  type: message.getMetadataMap().get("type") ?? "",
  contentType: message.getMetadataMap().get("content-type") ?? "",
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

export function appendAnswer(outcome: AppendOutcome, expected: Expected): AppendResp {
  const answer = new streams.AppendResp();
  if (outcome.outcome === "written") {
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    const success = new streams.AppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    success.setPosition(position);
    return answer.setSuccess(success);
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (outcome.current < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(outcome.current));
  if (expected === "no-stream") wrong.setExpectedNoStream(new shared.Empty());
  else if (expected === "stream-exists") wrong.setExpectedStreamExists(new shared.Empty());
  else wrong.setExpectedRevision(String(expected));
  return answer.setWrongExpectedVersion(wrong);
}
