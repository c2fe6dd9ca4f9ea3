import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { deleteMailAddress, deliveryLimits, putMailAddress } from "#contracts/delivery/api";
import type { NotificationSettings } from "#contracts/inbox/api";
import { fieldFaults, serverMessage } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { TextInput } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Segments } from "#web/ui/segments.tsx";
import styles from "./mail-box.module.css";
import { RowAction, SettingBox } from "./setting-box.tsx";
import { digestNames } from "./settings-choice.ts";
import { settingsQuery } from "./settings-query.ts";

type Digest = NotificationSettings["digest"];
type Mail = NotificationSettings["mail"];

interface MailBoxProps {
  readonly uuid: string;
  readonly mail: Mail;
  /** Part of what `저장하기` saves; the address acts at once. */
  readonly digest: Digest;
  readonly onDigest: (next: Digest) => void;
}

const digests = Object.entries(digestNames) as [Digest, string][];
const lead = "안 읽은 알림만 아침 8시에 모아 보내요. 읽을 것이 없으면 보내지 않아요.";

/** The mail address of the member, and how often unread notifications go there (spec/notifications.md §7). */
export function MailBox({ uuid, mail, digest, onDigest }: MailBoxProps) {
  const client = useQueryClient();
  const isOnline = useOnline();
  const [isChanging, setChanging] = useState(false);
  /** The server answers addresses masked. */
  const [sentTo, setSentTo] = useState<string | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: settingsQuery(uuid).queryKey });
  const sending = useCommand(putMailAddress, {
    refresh,
    onSuccess: () => setChanging(false),
    success: "확인 메일을 보냈어요",
    failure: () => null,
  });
  const removing = useCommand(deleteMailAddress, {
    refresh,
    success: "메일 주소를 지웠어요",
    failure: "메일 주소를 지우지 못했어요",
  });
  const send = async (address: string) => {
    if (!isOnline) return;
    if (await sending.run({ body: { address } })) setSentTo(address);
  };
  const fault = sending.error
    ? (fieldFaults(sending.error)["address"] ?? serverMessage(sending.error) ?? "확인 메일을 보내지 못했어요")
    : null;
  const isEditing = isChanging || mail.state === "none";

  return (
    <SettingBox
      title="메일 요약"
      text={mail.state === "none" ? "먼저 메일 주소를 확인해 주세요." : lead}
      control={
        mail.state === "confirmed" && (
          <Segments label="메일 요약 주기" options={digests} value={digest} onPick={onDigest} />
        )
      }
    >
      {mail.state === "bounced" && (
        <Notice tone="warning" className={styles.bounced}>
          메일을 보내지 못해 요약을 껐어요. 주소를 확인해 주세요.
        </Notice>
      )}
      {isEditing ? (
        <AddressField
          fault={fault}
          isOff={!isOnline}
          isPending={sending.isPending}
          isFocused={isChanging}
          onSend={send}
          onCancel={mail.state === "none" ? undefined : () => setChanging(false)}
        />
      ) : (
        <>
          <div className={styles.row}>
            <Icon name="mail" />
            <b>{mail.address}</b>
            <State state={mail.state} />
            <span className={styles.actions}>
              {mail.state === "waiting" && (
                <RowAction
                  disabled={!isOnline || sending.isPending}
                  onClick={() => (sentTo === null ? setChanging(true) : void send(sentTo))}
                >
                  다시 보내기
                </RowAction>
              )}
              <RowAction disabled={!isOnline} onClick={() => setChanging(true)}>
                주소 바꾸기
              </RowAction>
              {mail.state !== "waiting" && (
                <RowAction disabled={!isOnline || removing.isPending} onClick={() => void removing.run({})}>
                  지우기
                </RowAction>
              )}
            </span>
          </div>
          {fault && <Hint tone="error">{fault}</Hint>}
          {mail.state === "waiting" && (
            <p className={styles.note}>
              <Hint>링크는 24시간 동안 쓸 수 있어요. 메일이 보이지 않으면 스팸함도 확인해 주세요.</Hint>
            </p>
          )}
        </>
      )}
    </SettingBox>
  );
}

const State = ({ state }: Pick<Mail, "state">) => {
  if (state === "confirmed")
    return (
      <span className={styles.confirmed}>
        <Icon name="check" size="small" />
        확인된 주소
      </span>
    );
  if (state !== "waiting") return null;
  return (
    <span className={styles.waiting}>
      <Icon name="clock" size="small" />
      확인을 기다려요
    </span>
  );
};

interface AddressFieldProps {
  readonly fault: string | null;
  readonly isOff: boolean;
  readonly isPending: boolean;
  readonly isFocused: boolean;
  readonly onSend: (address: string) => Promise<void>;
  /** Without an address there is nothing to go back to. */
  readonly onCancel: (() => void) | undefined;
}

function AddressField({ fault, isOff, isPending, isFocused, onSend, onCancel }: AddressFieldProps) {
  const [address, setAddress] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  return (
    <div className={styles.field}>
      <TextInput
        ref={input}
        label="메일 주소"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={deliveryLimits.mailAddress}
        value={address}
        onText={setAddress}
        tone={fault ? "error" : "plain"}
        hint={fault ?? "확인 메일의 버튼을 눌러야 요약을 보내기 시작해요."}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          // The form around it saves the settings.
          event.preventDefault();
          void onSend(address);
        }}
      />
      <div className={styles.foot}>
        {onCancel && (
          <Button look="ghost" size="small" onClick={onCancel}>
            취소
          </Button>
        )}
        <Button size="small" disabled={isOff} pending={isPending} onClick={() => void onSend(address)}>
          확인 메일 보내기
        </Button>
      </div>
    </div>
  );
}
