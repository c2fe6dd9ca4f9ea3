import type { Announcement } from "../../inbox/recipients.ts";
import type { Fact, SeedIds } from "./facts.ts";
import type { Stage } from "./stage.ts";

/** What the notification of an event for the member says. */
export type Notifying = Omit<Announcement, "recipients">;

/** An action at a time (milliseconds since 1970), and the notification that it may raise. */
export interface Scene {
  readonly at: number;
  readonly play: () => readonly Fact[];
  readonly notifying?: Notifying;
}

export interface Scenery {
  readonly stage: Stage;
  /** Teams by their number; the others one after the other. */
  readonly ids: Pick<SeedIds, "team"> &
    Readonly<Record<"article" | "recruitment" | "application", () => number>>;
  /** Encrypts with the server key. */
  readonly seal: (text: string) => string;
  /** The member, and others who can sign in. */
  readonly me: string;
  readonly guests: readonly string[];
  /** Signs a person up. */
  readonly newPerson: (at: number) => string;
  readonly begin: number;
  readonly now: number;
}
