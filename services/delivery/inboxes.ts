import type { DigestChoice, DigestPeriod } from "./digest-periods.ts";

/** What a notification says on a device, or why it is not sent there. */
export type Notice =
  | { readonly drop: "read" | "right" | "muted" | "gone-target" }
  | {
      readonly drop?: undefined;
      readonly title: string;
      readonly body: string;
      /** Of the whole inbox. */
      readonly unread: number;
    };

export interface QuietHours {
  readonly enabled: boolean;
  /** `HH:mm` of Seoul. */
  readonly from: string;
  readonly until: string;
}

export interface Digest {
  readonly wanted: DigestChoice | "off";
  /** Newest first. */
  readonly lines: readonly { readonly notificationId: string; readonly text: string }[];
}

export interface NoticeKey {
  readonly notificationId: string;
  readonly memberId: string;
}

/** What delivery asks the inbox, which services/app passes in. Rights are those of now. */
export interface Inboxes {
  /** By notificationId; what is not in the inbox is absent. */
  notices(of: readonly NoticeKey[]): Promise<ReadonlyMap<string, Notice>>;
  /** Those of these positions of the log that the inbox does not contain yet. */
  behind?(positions: readonly string[]): Promise<ReadonlySet<string>>;
  /** By member. */
  quietHours(members: readonly string[]): Promise<ReadonlyMap<string, QuietHours>>;
  /** Of the whole inbox. */
  unread(memberId: string): Promise<number>;
  /** Whether a member wants pushes of a kind. */
  wantsPush(memberId: string, kind: string): Promise<boolean>;
  /** Members who want digests by mail, and since when. */
  digesting(): Promise<
    readonly { readonly memberId: string; readonly digest: DigestChoice; readonly since: Date }[]
  >;
  /** What a digest tells a member, and whether they want one. What happened before `after` is left out. */
  digest(
    memberId: string,
    period: Pick<DigestPeriod, "from" | "to">,
    after: Date | undefined,
  ): Promise<Digest>;
}
