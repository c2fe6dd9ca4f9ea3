import { useId, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Icon } from "#web/ui/icon.tsx";
import { HistoryPane } from "./history-pane.tsx";
import type { TeamMember } from "./queries.ts";
import styles from "./team-settings.module.css";

/** `역할 변경 이력`, initially collapsed. */
export function RoleHistory({ teamId, members }: { teamId: number; members: readonly TeamMember[] }) {
  const [search] = useSearchParams();
  // An address of a member or a page is that of an open history.
  const [isOpen, setOpen] = useState(() => search.has("member") || search.has("page"));
  const pane = useId();
  return (
    <section className={styles.history} aria-label="역할 변경 이력">
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls={pane}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="history" />
        역할 변경 이력
        <Icon name="down" className={styles.arrow} />
      </button>
      <div id={pane}>{isOpen && <HistoryPane teamId={teamId} members={members} />}</div>
    </section>
  );
}
