import { useQueryClient } from "@tanstack/react-query";
import { deletePushSubscription, testPushSubscription } from "#contracts/delivery/api";
import { useToday } from "#web/features/team/use-today.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { ownSubscription } from "#web/lib/push-device.ts";
import { Icon } from "#web/ui/icon.tsx";
import { monthDay } from "#web/ui/month-calendar-days.ts";
import styles from "./inbox.module.css";
import { type PushDevice, pushQuery } from "./push-query.ts";
import { RowAction } from "./setting-box.tsx";

/** The member's devices that get pushes; `own` is this one, which `renew` registers again where that is necessary. */
export function Devices({
  uuid,
  devices,
  own,
  renew,
}: {
  uuid: string;
  devices: readonly PushDevice[];
  own: string | null;
  renew: () => Promise<void>;
}) {
  const client = useQueryClient();
  const today = useToday();
  const refresh = () => client.invalidateQueries({ queryKey: pushQuery(uuid).queryKey });
  const testing = useCommand(testPushSubscription, {
    success: "테스트 알림을 보냈어요",
    failure: "테스트 알림을 보내지 못했어요",
  });
  const removing = useCommand(deletePushSubscription, {
    refresh,
    failure: "기기를 해제하지 못했어요",
  });
  const test = async () => {
    await renew().catch(() => undefined);
    const subscriptionId = ownSubscription(uuid);
    if (subscriptionId !== null) await testing.run({ params: { subscriptionId } });
  };
  if (devices.length === 0) return null;
  return (
    <ul className={styles.devices}>
      {devices.map(({ subscriptionId, label, seenAt }) => {
        const isOwn = subscriptionId === own;
        const seen = seenAt === today ? "오늘 확인" : `${monthDay(seenAt, today)} 확인`;
        return (
          <li key={subscriptionId}>
            <span className={styles.deviceBoxArt}>
              <Icon name={/iPhone|iPad|Android/.test(label) ? "phone" : "laptop"} />
            </span>
            <div>
              <b>{label}</b>
              <small>{isOwn ? `이 기기 · ${seen}` : seen}</small>
            </div>
            {isOwn ? (
              <RowAction onClick={() => void test()}>테스트 알림</RowAction>
            ) : (
              <RowAction
                aria-label={`${label} 해제`}
                onClick={() => void removing.run({ params: { subscriptionId } })}
              >
                해제
              </RowAction>
            )}
          </li>
        );
      })}
    </ul>
  );
}
