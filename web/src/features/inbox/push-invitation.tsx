import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { canPush, ownSubscription, receivePushes } from "#web/lib/push-device.ts";
import { deviceEntries } from "#web/lib/storage/entries.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast.tsx";
import styles from "./inbox.module.css";
import { pushQuery } from "./push-query.ts";

const snoozeMs = 30 * 24 * 60 * 60_000;
const entryOf = (uuid: string) => `push-invitation-closed:${uuid}`;

/** Offers no push on this device for a while. */
export function snoozeInvitation(uuid: string): void {
  deviceEntries.set(entryOf(uuid), String(Date.now()));
}

/** The permission belongs to the browser, the subscription to the member. */
const mayOffer = (uuid: string): boolean =>
  canPush() &&
  Notification.permission !== "denied" &&
  ownSubscription(uuid) === null &&
  Date.now() - Number(deviceEntries.get(entryOf(uuid))) >= snoozeMs;

/** Offers push on this device once there are notifications; only a click requests the browser's permission. */
export function PushInvitation({ uuid, narrow = false }: { uuid: string; narrow?: boolean }) {
  const [isOpen, setOpen] = useState(() => mayOffer(uuid));
  const { data } = useQuery({ ...pushQuery(uuid), enabled: isOpen });
  if (!isOpen || !data?.publicKey) return null;
  const { publicKey } = data;
  const close = () => {
    snoozeInvitation(uuid);
    setOpen(false);
  };
  const accept = async () => {
    try {
      if ((await Notification.requestPermission()) === "granted") await receivePushes(uuid, publicKey);
    } catch {
      toast.error("이 기기의 알림을 켜지 못했어요");
    }
    setOpen(mayOffer(uuid));
  };
  return (
    <section className={cx(styles.invitation, narrow && styles.narrow)} aria-label="기기 알림">
      <span className={styles.pushInvitationArt}>
        <Icon name="bell" />
      </span>
      <p>
        <b>이 기기에서도 알림을 받을까요?</b>새 문제와 신청 소식을 바로 알려드려요. 언제든 끌 수 있어요.
      </p>
      <Button size="small" className={styles.accept} onClick={() => void accept()}>
        알림 켜기
      </Button>
      <IconButton icon="x" label="닫기" onClick={close} />
    </section>
  );
}
