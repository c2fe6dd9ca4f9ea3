import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { deleteMailAddress, putMailAddress } from "#contracts/delivery/api";
import type { NotificationSettings } from "#contracts/inbox/api";
import { fieldErrors, serverMessage } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { isComposed } from "#web/lib/composed-key.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button } from "#web/ui/button.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { TextInput } from "#web/ui/input.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import styles from "./inbox.module.css";
import { RowAction } from "./setting-box.tsx";
import { settingsQuery } from "./settings-query.ts";

type Mail = NotificationSettings["mail"];

/** The member's mail address; changes are sent at once. */
export function MailAddress({ uuid, mail }: { uuid: string; mail: Mail }) {
  const client = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  // Responses mask the address: a mail can be sent again only while this page knows the complete one.
  const [last, setLast] = useState({ address: "", shown: "" });
  const known = last.shown === mail.address ? last.address : null;
  if (mail.state !== "none" && !isChanging)
    return <AddressRow uuid={uuid} mail={mail} known={known} onChange={() => setChanging(true)} />;
  return (
    <AddressField
      uuid={uuid}
      onSent={(address) => {
        const settings = client.getQueryData(settingsQuery(uuid).queryKey);
        setLast({ address, shown: settings?.mail.address ?? "" });
        setChanging(false);
      }}
      onCancel={mail.state === "none" ? null : () => setChanging(false)}
    />
  );
}

/** Sends a confirmation mail. A refusal is shown beside the control, not in a dialog. */
function useConfirmationMail(uuid: string, onSent?: (address: string) => void) {
  const client = useQueryClient();
  const { run, isPending, error } = useCommand(putMailAddress, {
    refresh: () => client.invalidateQueries({ queryKey: settingsQuery(uuid).queryKey }),
    success: "확인 메일을 보냈어요",
    failure: () => null,
  });
  const errorText = error
    ? (fieldErrors(error).address ?? serverMessage(error) ?? "확인 메일을 보내지 못했어요")
    : undefined;
  const send = async (address: string) => {
    const isSent = (await run({ body: { address } })) !== null;
    if (isSent) onSent?.(address);
    return isSent;
  };
  return { send, isPending, errorText };
}

interface AddressFieldProps {
  readonly uuid: string;
  readonly onSent: (address: string) => void;
  /** null without a previous address to return to. */
  readonly onCancel: (() => void) | null;
}

function AddressField({ uuid, onSent, onCancel }: AddressFieldProps) {
  const isOnline = useOnline();
  const [address, setAddress] = useState("");
  const { send, isPending, errorText } = useConfirmationMail(uuid, onSent);
  const field = useRef<HTMLInputElement>(null);
  const submit = async () => {
    if (isOnline && !(await send(address.trim()))) field.current?.focus();
  };
  return (
    <Stack gap={16}>
      <TextInput
        ref={field}
        label="메일 주소"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="send"
        // The field replaces the focused button that changes the address.
        autoFocus={onCancel !== null}
        value={address}
        onText={setAddress}
        tone={errorText ? "error" : "plain"}
        hint={errorText ?? "확인 메일의 버튼을 눌러야 요약을 보내기 시작해요."}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || isComposed(event.nativeEvent)) return;
          // Enter must not submit the form of the other settings around it.
          event.preventDefault();
          void submit();
        }}
      />
      <Row gap={10} justify="end">
        {onCancel && (
          <Button look="ghost" size="small" onClick={onCancel}>
            취소
          </Button>
        )}
        <Button size="small" disabled={!isOnline} pending={isPending} onClick={() => void submit()}>
          확인 메일 보내기
        </Button>
      </Row>
    </Stack>
  );
}

interface AddressRowProps {
  readonly uuid: string;
  readonly mail: Mail;
  /** The unmasked address; null when this page does not know it. */
  readonly known: string | null;
  readonly onChange: () => void;
}

function AddressRow({ uuid, mail: { address, state }, known, onChange }: AddressRowProps) {
  const client = useQueryClient();
  const isOnline = useOnline();
  const { send, errorText } = useConfirmationMail(uuid);
  const removing = useCommand(deleteMailAddress, {
    refresh: () => client.invalidateQueries({ queryKey: settingsQuery(uuid).queryKey }),
    success: "메일 주소를 지웠어요",
    failure: "메일 주소를 지우지 못했어요",
  });
  const isWaiting = state === "waiting";
  return (
    <>
      <div className={styles.mailBoxRow}>
        <Icon name="mail" />
        <b>{address}</b>
        <span role="status" className={isWaiting ? styles.waiting : styles.confirmed}>
          {isWaiting && <Words icon="clock" text="확인을 기다려요" />}
          {state === "confirmed" && <Words icon="check" text="확인된 주소" />}
        </span>
        <span className={styles.actions}>
          {isWaiting && (
            <RowAction
              aria-label="확인 메일 다시 보내기"
              disabled={!isOnline}
              onClick={() => (known === null ? onChange() : void send(known))}
            >
              다시 보내기
            </RowAction>
          )}
          <RowAction disabled={!isOnline} onClick={onChange}>
            주소 바꾸기
          </RowAction>
          {!isWaiting && (
            <RowAction
              aria-label="메일 주소 지우기"
              disabled={!isOnline}
              onClick={() => void removing.run({})}
            >
              지우기
            </RowAction>
          )}
        </span>
      </div>
      {errorText && <Hint tone="error">{errorText}</Hint>}
      {isWaiting && (
        <Hint>링크는 24시간 동안 쓸 수 있어요. 메일이 보이지 않으면 스팸함도 확인해 주세요.</Hint>
      )}
    </>
  );
}

const Words = ({ icon, text }: { icon: "clock" | "check"; text: string }) => (
  <>
    <Icon name={icon} size="small" />
    {text}
  </>
);
