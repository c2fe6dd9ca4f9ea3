import type { NotificationSettings } from "#contracts/inbox/api";
import { Hint } from "#web/ui/hint.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Segments } from "#web/ui/segments.tsx";
import styles from "./inbox.module.css";
import { MailAddress } from "./mail-address.tsx";
import { SettingBox } from "./setting-box.tsx";
import { type Digest, digestChoices } from "./settings-choice.ts";

type Mail = NotificationSettings["mail"];

const leads: Readonly<Record<Mail["state"], string>> = {
  none: "먼저 메일 주소를 확인해 주세요.",
  waiting: "안 읽은 알림만 아침 8시에 모아 보내요.",
  confirmed: "안 읽은 알림만 아침 8시에 모아 보내요. 읽을 것이 없으면 보내지 않아요.",
  bounced: "안 읽은 알림만 아침 8시에 모아 보내요.",
};

interface MailBoxProps {
  readonly uuid: string;
  readonly mail: Mail;
  readonly digest: Digest;
  readonly onDigest: (digest: Digest) => void;
  /** The reason why the selected digest was not saved. */
  readonly error: string | null;
}

/** Mail address and digest; without a confirmed address no digest can be selected (spec/notifications.md §7). */
export function MailBox({ uuid, mail, digest, onDigest, error }: MailBoxProps) {
  if (!mail.available) return null;
  const isConfirmed = mail.state === "confirmed";
  return (
    <SettingBox
      title="메일 요약"
      text={leads[mail.state]}
      control={
        isConfirmed && (
          <Segments label="메일 요약 주기" options={digestChoices} value={digest} onPick={onDigest} />
        )
      }
    >
      <div className={styles.mail}>
        {mail.state === "bounced" && (
          <Notice tone="warning">메일을 보내지 못해 요약을 껐어요. 주소를 확인해 주세요.</Notice>
        )}
        {error && !isConfirmed && <Hint tone="error">{error}</Hint>}
        <MailAddress uuid={uuid} mail={mail} />
      </div>
    </SettingBox>
  );
}
