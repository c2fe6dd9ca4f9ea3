import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { useInstall } from "#web/lib/install-prompt.ts";
import { canPush, ownSubscription, receivePushes, renewDevice, stopPushes } from "#web/lib/push-device.ts";
import { Button } from "#web/ui/button.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast.tsx";
import { Devices } from "./devices.tsx";
import styles from "./inbox.module.css";
import { snoozeInvitation } from "./push-invitation.tsx";
import { pushQuery } from "./push-query.ts";
import { SettingBox } from "./setting-box.tsx";

const texts = {
  lead: "브라우저를 닫아 두어도 소식을 알려드려요.",
  unavailable: "지금은 푸시 알림을 사용할 수 없어요.",
  unsupported: "이 브라우저는 푸시 알림을 지원하지 않아요. 알림 센터에서는 그대로 볼 수 있어요.",
  homeScreen: "아이폰과 아이패드에서는 홈 화면에 추가한 앱에서 알림을 켤 수 있어요.",
};
/** Newer iPhones have the button in a menu. */
const homeScreenSteps = () => [
  isPhone()
    ? "Safari 아래쪽의 공유 버튼을 눌러요. 보이지 않으면 ⋯ 메뉴에 있어요"
    : "Safari 위쪽의 공유 버튼을 눌러요",
  "‘홈 화면에 추가’를 골라요",
  "홈 화면의 알고모임을 열고 여기에서 알림을 켜요",
];

const isPhone = () => /iPhone/.test(navigator.userAgent);

/** iOS and iPadOS support push only in apps on the home screen; an iPad has the user agent of a Mac. */
const isOfApple = () =>
  isPhone() ||
  /iPad/.test(navigator.userAgent) ||
  (/Mac OS X/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Web push on this device, and the member's other devices; changes are sent at once (spec/notifications.md §7). */
export function DeviceBox({ uuid, isAvailable }: { uuid: string; isAvailable: boolean }) {
  if (!isAvailable) return <Box text={texts.unavailable} />;
  if (canPush()) return <PushBox uuid={uuid} />;
  if (!isOfApple()) return <Box text={texts.unsupported} />;
  return (
    <Box text={texts.homeScreen}>
      <ol className={styles.steps}>
        {homeScreenSteps().map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Box>
  );
}

const Box = ({ children, ...props }: { text: string; control?: ReactNode; children?: ReactNode }) => (
  <SettingBox title="이 기기에서 받기" {...props}>
    {children}
    <Install />
  </SettingBox>
);

function PushBox({ uuid }: { uuid: string }) {
  const client = useQueryClient();
  const { data } = useQuery(pushQuery(uuid));
  const [permission, setPermission] = useState(Notification.permission);
  const [isBusy, setBusy] = useState(false);
  const own = ownSubscription(uuid);
  const devices = data?.devices ?? [];
  const isOn = permission === "granted" && devices.some(({ subscriptionId }) => subscriptionId === own);

  const refresh = useCallback(
    () => client.invalidateQueries({ queryKey: pushQuery(uuid).queryKey }),
    [client, uuid],
  );
  /** The browser may have ended the subscription, or changed its endpoint, since it was registered. */
  const renew = useCallback(async () => {
    if (Notification.permission !== "granted" || ownSubscription(uuid) === null) return;
    await renewDevice(uuid);
    await refresh();
  }, [uuid, refresh]);
  useEffect(() => void renew().catch(() => undefined), [renew]);

  const act = async (isWanted: boolean, publicKey: string) => {
    setBusy(true);
    try {
      const answer = isWanted ? await Notification.requestPermission() : permission;
      setPermission(answer);
      if (!isWanted) {
        snoozeInvitation(uuid);
        await stopPushes(uuid);
      } else if (answer === "granted") await receivePushes(uuid, publicKey);
    } catch (error) {
      toast.error(serverMessage(error) ?? "이 기기의 알림을 바꾸지 못했어요");
    }
    await refresh();
    setBusy(false);
  };

  return (
    <Box
      text={texts.lead}
      control={
        <Switch
          label="이 기기에서 푸시 알림 받기"
          checked={isOn}
          disabled={isBusy || permission === "denied" || !data?.publicKey}
          onSwitch={(isWanted) => void act(isWanted, data?.publicKey ?? "")}
        />
      }
    >
      {permission === "denied" && (
        <Notice tone="warning" className={styles.denied}>
          이 사이트의 알림이 브라우저에서 차단되어 있어요. 주소창의 사이트 설정에서 알림을 허용한 뒤 다시 열어
          주세요.
        </Notice>
      )}
      <Devices uuid={uuid} devices={devices} own={isOn ? own : null} renew={renew} />
    </Box>
  );
}

function Install() {
  const install = useInstall();
  if (!install) return null;
  return (
    <div className={styles.install}>
      <Button look="soft" size="small" onClick={() => void install().catch(() => undefined)}>
        <Icon name="phone" size="small" />홈 화면에 설치
      </Button>
      <Hint>설치하면 앱 아이콘에 안 읽은 알림 수가 보여요.</Hint>
    </div>
  );
}
