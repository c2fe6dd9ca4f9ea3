import { isMobile } from "#web/lib/mobile.ts";
import { useSession } from "#web/lib/session.ts";
import { isEdit, isStuck } from "#web/lib/unsent/queued-command.ts";
import type { QueuedRecord } from "#web/lib/unsent/record.ts";
import { useOutbox } from "#web/lib/unsent/use-unsent.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { dayLabel } from "#web/ui/month-calendar-days.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { EntryButtons } from "./entry-buttons.tsx";
import { stateText, writtenText } from "./entry-texts.ts";
import styles from "./outbox.module.css";

/** All unsent texts on this device in a dialog. */
export function OutboxList({ open, onClose }: { open: boolean; onClose: () => void }) {
  const entries = useOutbox();
  const list =
    entries.length === 0 ? (
      <p className={styles.none}>보낼 글이 없어요</p>
    ) : (
      <ul className={styles.list} aria-label="보낼 글">
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} onLeave={onClose} />
        ))}
      </ul>
    );
  const close = (
    <Button look="neutral" onClick={onClose}>
      닫기
    </Button>
  );
  if (isMobile())
    return (
      <Sheet open={open} label="보낼 글" onClose={onClose}>
        <div className={styles.sheet}>
          <h2 className={styles.heading}>보낼 글</h2>
          {list}
          {close}
        </div>
      </Sheet>
    );
  return (
    <Dialog open={open} onClose={onClose} title="보낼 글" wide buttons={close}>
      {list}
    </Dialog>
  );
}

function Row({ entry, onLeave }: { entry: QueuedRecord; onLeave: () => void }) {
  const { isLoggedIn } = useSession();
  const { teamName, day } = entry.command.about;
  const facts = [
    teamName,
    writtenText(entry),
    day ? `${dayLabel(day)} ${isEdit(entry) ? "글" : "문제"}` : "",
  ];
  return (
    <li className={styles.row}>
      <b className={styles.title}>{entry.fields.title}</b>
      <span className={styles.facts}>{facts.filter(Boolean).join(" · ")}</span>
      {day === null && <span className={styles.facts}>보내는 날의 글로 올라가요</span>}
      <span className={cx(styles.state, isStuck(entry) && styles.stuck)}>{stateText(entry, isLoggedIn)}</span>
      <span className={styles.buttons}>
        <EntryButtons entry={entry} onLeave={onLeave} />
      </span>
    </li>
  );
}
