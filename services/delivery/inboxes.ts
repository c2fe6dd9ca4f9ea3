import type { QuietHours } from "#contracts/inbox/quiet-hours";
import type { DigestChoice, DigestPeriod } from "./digest-periods.ts";

/** Text of a push, or why it is not sent. */
export type Notice =
  | { readonly drop: "read" | "right" | "muted" | "gone-target" | "done" }
  | {
      readonly drop?: undefined;
      readonly title: string;
      readonly body: string;
      /** Of the whole inbox. */
      readonly unread: number;
    };

export interface Digest {
  readonly wanted: DigestChoice | "off";
  /** Newest first. */
  readonly lines: readonly { readonly notificationId: string; readonly text: string }[];
}

interface NoticeKey {
  readonly notificationId: string;
  readonly memberId: string;
}

/** The port of delivery to the inbox; services/app/delivery.ts implements it. Rights are checked at each call. */
export interface Inboxes {
  /** By notificationId; ids that are not in the inbox are absent. */
  notices(of: readonly NoticeKey[]): Promise<ReadonlyMap<string, Notice>>;
  /** The positions of the log that the read model `inbox` has not reached. */
  behind(positions: readonly string[]): Promise<ReadonlySet<string>>;
  /** By member. */
  quietHours(members: readonly string[]): Promise<ReadonlyMap<string, QuietHours>>;
  /** Of the whole inbox. */
  unread(memberId: string): Promise<number>;
  /** Whether a member wants pushes of a kind. */
  wantsPush(memberId: string, kind: string): Promise<boolean>;
  /** Whether the read model of the inbox contains all events up to the first call for this time. */
  holdAllBefore(time: Date): Promise<boolean>;
  /** Members who have chosen digests by mail, and the time of their choice. */
  digesting(): Promise<
    readonly { readonly memberId: string; readonly digest: DigestChoice; readonly since: Date }[]
  >;
  /** The lines of a digest, and the member's current choice. Notifications before `after` are omitted. */
  digest(
    memberId: string,
    period: Pick<DigestPeriod, "from" | "to">,
    after: Date | undefined,
  ): Promise<Digest>;
}
