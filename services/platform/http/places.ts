import type { ServerResponse } from "node:http";
import { onceFinished } from "./memory-limits.ts";

/** A request that waits because its sender, or its address, has too many in progress. */
interface Waiting {
  readonly sender: string;
  readonly begin: () => void;
}

/** Requests of a sender in progress, and their number since there were none. */
interface Sender {
  inProgress: number;
  begun: number;
  /** Of the requests in progress, oldest first. */
  readonly responses: Set<ServerResponse>;
}

interface Address {
  inProgress: number;
  readonly senders: Map<string, Sender>;
  readonly waiting: Set<Waiting>;
}

interface Taking {
  readonly address: string;
  readonly sender: string;
  readonly response: ServerResponse;
  readonly begin: (of: Readonly<Sender>) => void;
  /** Called instead after `waitMs`, unless the client has disconnected. */
  readonly refuse: () => void;
}

interface PlaceLimits {
  readonly perAddress: number;
  readonly ofSender: (sender: string) => number;
  readonly waitMs: number;
}

/** Limits the requests in progress of each address, and of each sender at it. */
export function createPlaces({ perAddress, ofSender, waitMs }: PlaceLimits) {
  const addresses = new Map<string, Address>();

  const hasRoom = ({ inProgress, senders }: Address, sender: string): boolean =>
    inProgress < perAddress && (senders.get(sender)?.inProgress ?? 0) < ofSender(sender);

  function forgetUnused(name: string): void {
    const address = addresses.get(name);
    if (address && address.inProgress + address.waiting.size === 0) addresses.delete(name);
  }

  function occupy(address: Address, { address: name, sender, response, begin }: Taking): void {
    const own = address.senders.get(sender) ?? { inProgress: 0, begun: 0, responses: new Set() };
    address.senders.set(sender, own);
    address.inProgress += 1;
    own.inProgress += 1;
    own.begun += 1;
    own.responses.add(response);
    onceFinished(response, () => {
      address.inProgress -= 1;
      own.inProgress -= 1;
      own.responses.delete(response);
      if (own.inProgress === 0) address.senders.delete(sender);
      [...address.waiting].find((waiting) => hasRoom(address, waiting.sender))?.begin();
      forgetUnused(name);
    });
    begin(own);
  }

  function wait(address: Address, taking: Taking): void {
    const { address: name, sender, response, refuse } = taking;
    const leave = () => {
      clearTimeout(timer);
      if (address.waiting.delete(waiting)) forgetUnused(name);
    };
    const makeRoom = () => {
      // A response that its client does not read must not keep others of the sender waiting.
      const unread = [...(address.senders.get(sender)?.responses ?? [])].find((each) => each.headersSent);
      if (unread) {
        unread.destroy();
        // Its place goes to whoever has waited longest, or to a request of a client that is gone.
        timer = setTimeout(makeRoom, waitMs);
        return;
      }
      leave();
      refuse();
    };
    let timer = setTimeout(makeRoom, waitMs);
    const waiting: Waiting = {
      sender,
      begin() {
        // Occupied first, so that the address is not forgotten in between.
        occupy(address, taking);
        leave();
      },
    };
    address.waiting.add(waiting);
    onceFinished(response, leave);
  }

  /**
   * Takes a place for a request until its response is over. If there is none, it waits for one, and then takes that of the
   * sender's oldest response that is being sent.
   */
  return (taking: Taking): void => {
    const { address: name, sender } = taking;
    const address = addresses.get(name) ?? { inProgress: 0, senders: new Map(), waiting: new Set() };
    addresses.set(name, address);
    if (hasRoom(address, sender)) occupy(address, taking);
    else wait(address, taking);
  };
}
