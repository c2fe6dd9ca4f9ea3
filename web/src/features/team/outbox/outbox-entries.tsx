import { useSession } from "#web/lib/session.ts";
import type { QueuedRecord } from "#web/lib/unsent/record.ts";
import { useOutbox } from "#web/lib/unsent/use-unsent.ts";
import { stateText } from "./entry-texts.ts";
import styles from "./outbox.module.css";
import { OutboxButton } from "./outbox-button.tsx";

interface OutboxEntriesProps {
  readonly teamId: number;
  readonly date: string;
  readonly today: string;
}

/** The member's own unsent texts of a day, listed above the published articles. */
export function OutboxEntries({ teamId, date, today }: OutboxEntriesProps) {
  const { isLoggedIn } = useSession();
  const isOfDay = ({ command: { about } }: QueuedRecord) =>
    about.teamId === teamId && (about.day ?? today) === date;
  const entries = useOutbox().filter(isOfDay);
  if (entries.length === 0) return null;
  return (
    <ul className={styles.cards} aria-label="보낼 글">
      {entries.map((entry) => (
        <li key={entry.id}>
          <OutboxButton className={styles.card}>
            <b className={styles.title}>{entry.fields.title}</b>
            <span className={styles.state}>{stateText(entry, isLoggedIn)}</span>
          </OutboxButton>
        </li>
      ))}
    </ul>
  );
}
