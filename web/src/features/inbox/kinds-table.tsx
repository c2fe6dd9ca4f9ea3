import { useId } from "react";
import type { NotificationGroup } from "#contracts/inbox/api";
import { Check } from "#web/ui/check.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./inbox.module.css";
import { groupNames } from "./notification-row.tsx";
import {
  type Channel,
  channelNames,
  channels,
  effective,
  type KindRow,
  type SettingsChoice,
  withChannel,
} from "./settings-choice.ts";

const groups: readonly NotificationGroup[] = ["TEAM", "RECRUIT", "ACCOUNT"];

interface KindsTableProps {
  readonly rows: readonly KindRow[];
  readonly choice: SettingsChoice;
  readonly onChoice: (next: SettingsChoice) => void;
}

/** Channels of each kind; a kind that is off in the inbox is off in all channels. */
export function KindsTable({ rows, choice, onChoice }: KindsTableProps) {
  const id = useId();
  return (
    <table className={styles.kinds}>
      <thead>
        <tr>
          <th scope="col">종류</th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {channelNames[channel]}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a table
        <tbody key={group} role="group" aria-labelledby={id + group}>
          <tr className={styles.group}>
            <th id={id + group} colSpan={4} scope="rowgroup">
              {groupNames[group]}
            </th>
          </tr>
          {rows
            .filter((row) => row.group === group)
            .map((row) => (
              <tr key={row.label}>
                <th scope="row" className={styles.label}>
                  {row.label}
                  {row.hint !== null && <small>{row.hint}</small>}
                </th>
                {channels.map((channel) => (
                  <td key={channel}>
                    <Cell row={row} channel={channel} choice={choice} onChoice={onChoice} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  );
}

function Cell({
  row,
  channel,
  choice,
  onChoice,
}: Omit<KindsTableProps, "rows"> & { row: KindRow; channel: Channel }) {
  const now = effective(choice, row.kinds[0]);
  if (channel === "inbox" && row.locked)
    return (
      <span className={styles.locked} title="끌 수 없는 알림이에요">
        <Icon name="lock" size="small" />
        <HiddenText>항상 켜짐</HiddenText>
      </span>
    );
  return (
    <Check
      checked={now[channel]}
      disabled={channel !== "inbox" && !now.inbox}
      onCheck={(isOn) => onChoice(withChannel(choice, row, channel, isOn))}
    >
      <HiddenText>{`${row.label}, ${channelNames[channel]}`}</HiddenText>
    </Check>
  );
}
