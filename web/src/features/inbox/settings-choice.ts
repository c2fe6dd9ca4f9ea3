import type {
  changeNotificationSettings,
  NotificationGroup,
  NotificationKind,
  NotificationSettings,
} from "#contracts/inbox/api";
import type { CallOptions } from "#web/lib/calls/api.ts";

export const channels = ["inbox", "push", "mail"] as const;
export type Channel = (typeof channels)[number];
export type Channels = Readonly<Record<Channel, boolean>>;
export const channelNames: Readonly<Record<Channel, string>> = {
  inbox: "알림 센터",
  push: "푸시",
  mail: "메일 요약",
};

export type Digest = NotificationSettings["digest"];

/** The settings that the form changes and `저장하기` sends. */
export interface SettingsChoice {
  readonly kinds: Readonly<Partial<Record<NotificationKind, Channels>>>;
  readonly quiet: NotificationSettings["quiet"];
  readonly digest: Digest;
}

export const choiceOf = ({ kinds, quiet, digest }: NotificationSettings): SettingsChoice => ({
  kinds: Object.fromEntries(kinds.map(({ kind, inbox, push, mail }) => [kind, { inbox, push, mail }])),
  quiet,
  digest,
});

/** A row of the table; kinds with the same label are changed together. */
export interface KindRow {
  readonly group: NotificationGroup;
  readonly label: string;
  readonly hint: string | null;
  readonly locked: boolean;
  readonly kinds: readonly NotificationKind[];
}

export function rowsOf({ kinds }: NotificationSettings): KindRow[] {
  const rows = new Map<string, KindRow>();
  for (const { kind, label, ...rest } of kinds) {
    const row = rows.get(label) ?? { ...rest, label, kinds: [] };
    rows.set(label, { ...row, kinds: [...row.kinds, kind] });
  }
  return [...rows.values()];
}

const nowhere: Channels = { inbox: false, push: false, mail: false };

/** Effective channels: a kind that is off in the inbox is off in all channels. */
export function effective({ kinds }: SettingsChoice, kind: NotificationKind | undefined): Channels {
  const chosen = kind && kinds[kind];
  return chosen?.inbox ? chosen : nowhere;
}

export const withChannel = (
  choice: SettingsChoice,
  { kinds }: KindRow,
  channel: Channel,
  isOn: boolean,
): SettingsChoice => {
  const set = (kind: NotificationKind) => ({ ...(choice.kinds[kind] ?? nowhere), [channel]: isOn });
  return {
    ...choice,
    kinds: { ...choice.kinds, ...Object.fromEntries(kinds.map((kind) => [kind, set(kind)])) },
  };
};

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const kindsOf = ({ kinds }: SettingsChoice) => Object.keys(kinds) as NotificationKind[];

type Body = NonNullable<CallOptions<typeof changeNotificationSettings>["body"]>;

/** The changes to send: the difference between a choice and the settings it started from. */
export function changesOf(choice: SettingsChoice, begun: SettingsChoice): Body {
  const changed = kindsOf(choice).filter(
    (kind) => !isSame(channelsOf(choice, kind), channelsOf(begun, kind)),
  );
  return {
    ...(changed.length > 0 && { kinds: changed.map((kind) => ({ kind, ...channelsOf(choice, kind) })) }),
    ...(!isSame(choice.quiet, begun.quiet) && { quiet: choice.quiet }),
    ...(choice.digest !== begun.digest && { digest: choice.digest }),
  };
}

/** The channels in a fixed order, so that they can be compared. */
function channelsOf(choice: SettingsChoice, kind: NotificationKind): Channels {
  const { inbox, push, mail } = effective(choice, kind);
  return { inbox, push, mail };
}

export const isChanged = (choice: SettingsChoice, begun: SettingsChoice): boolean =>
  Object.keys(changesOf(choice, begun)).length > 0;

const digestNames: Readonly<Record<Digest, string>> = {
  off: "받지 않음",
  daily: "매일",
  weekly: "매주 월요일",
};
export const digestChoices = Object.entries(digestNames) as [Digest, string][];

/** The changed rows of a choice as text: label and value. */
export function wordsOf(
  choice: SettingsChoice,
  changes: Body,
  rows: readonly KindRow[],
): (readonly [label: string, text: string])[] {
  const changed = new Set(changes.kinds?.map(({ kind }) => kind));
  const { quiet, digest } = choice;
  return [
    ...rows
      .filter(({ kinds }) => kinds.some((kind) => changed.has(kind)))
      .map(({ label, kinds }) => {
        const on = channels.filter((channel) => effective(choice, kinds[0])[channel]);
        return [label, on.map((channel) => channelNames[channel]).join(", ") || "받지 않음"] as const;
      }),
    ...(changes.quiet
      ? [
          [
            "방해 금지 시간",
            quiet.enabled ? `${quiet.from}부터 ${quiet.until}까지` : "사용하지 않음",
          ] as const,
        ]
      : []),
    ...(changes.digest ? [["메일 요약", digestNames[digest]] as const] : []),
  ];
}
