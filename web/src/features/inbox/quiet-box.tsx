import type { NotificationSettings } from "#contracts/inbox/api";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import styles from "./inbox.module.css";
import { SettingBox } from "./setting-box.tsx";

type Quiet = NotificationSettings["quiet"];

const halfHours = Array.from({ length: 48 }, (_, at) => {
  const time = `${String(Math.floor(at / 2)).padStart(2, "0")}:${at % 2 ? "30" : "00"}`;
  return { value: time, label: time };
});

/** Hours in which nothing is pushed (spec/notifications.md rule 11). */
export const QuietBox = ({ quiet, onQuiet }: { quiet: Quiet; onQuiet: (next: Quiet) => void }) => (
  <SettingBox
    title="방해 금지 시간"
    text="이 시간의 푸시는 끝난 뒤 한 번으로 모아 보내요."
    control={
      <Switch
        label="방해 금지 시간 사용"
        checked={quiet.enabled}
        onSwitch={(enabled) => onQuiet({ ...quiet, enabled })}
      />
    }
  >
    {quiet.enabled && (
      <div className={styles.quietBox}>
        <span className={styles.time}>
          <Select
            aria-label="시작 시각"
            value={quiet.from}
            choices={halfHours.filter(({ value }) => value !== quiet.until)}
            onPick={(from) => onQuiet({ ...quiet, from })}
          />
          부터
        </span>
        <span className={styles.time}>
          <Select
            aria-label="끝 시각"
            value={quiet.until}
            choices={halfHours.filter(({ value }) => value !== quiet.from)}
            onPick={(until) => onQuiet({ ...quiet, until })}
          />
          까지
        </span>
        <Night {...quiet} />
      </div>
    )}
  </SettingBox>
);

/** Share of the day that has passed at `HH:mm`, in percent. */
const partOfDay = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return ((hour + minute / 60) / 24) * 100;
};

/** The quiet hours on the line of a day. */
function Night({ from, until }: Quiet) {
  const start = partOfDay(from);
  const end = partOfDay(until);
  const spans =
    start < end
      ? [[start, end]]
      : [
          [0, end],
          [start, 100],
        ];
  return (
    <div className={styles.night} aria-hidden="true">
      <span className={styles.line}>
        {spans.map(([left = 0, right = 0]) => (
          <i key={left} style={{ left: `${left}%`, right: `${100 - right}%` }} />
        ))}
      </span>
      {[0, 8, 16, 23].map((hour) => (
        <small key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
          {hour}
        </small>
      ))}
    </div>
  );
}
