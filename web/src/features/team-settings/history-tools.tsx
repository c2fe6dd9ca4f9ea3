import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { download, fileNameOf } from "#web/lib/download.ts";
import { serverDay } from "#web/lib/server-clock.ts";
import { Button } from "#web/ui/button.tsx";
import { type Choice, Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.tsx";
import { csvOf, jsonOf } from "./history-file.ts";
import { teamQuery, wholeHistory } from "./queries.ts";
import styles from "./team-settings.module.css";

const all = "all";

interface HistoryToolsProps {
  readonly teamId: number;
  readonly people: readonly Choice<string>[];
  /** uuid of the member whose entries are shown; null for all. */
  readonly member: string | null;
  readonly onMember: (member: string | null) => void;
  /** A manager turns to the filter, whose choices are of the whole history. */
  readonly onFilter: () => void;
}

/** Filters the history by member and saves the shown entries as a file. */
export function HistoryTools({ teamId, people, member, onMember, onFilter }: HistoryToolsProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<"csv" | "json" | null>(null);

  const save = async (kind: "csv" | "json") => {
    if (busy) return;
    setBusy(kind);
    try {
      const [team, entries] = await Promise.all([
        client.fetchQuery(teamQuery(teamId)),
        wholeHistory(client, teamId, member),
      ]);
      const { teamName } = team;
      const text = kind === "csv" ? csvOf(entries) : jsonOf({ teamId, teamName }, entries);
      const type = kind === "csv" ? "text/csv" : "application/json";
      download(fileNameOf(teamName, "역할변경이력", serverDay(), kind), text, type);
    } catch (error) {
      toast.error(serverMessage(error) ?? "이력을 내려받지 못했습니다.");
    } finally {
      setBusy(null);
    }
  };

  return (
    <div className={styles.tools}>
      <Select
        aria-label="누구의 이력"
        value={member ?? all}
        choices={[{ value: all, label: "모든 멤버" }, ...people]}
        onNear={onFilter}
        onPick={(picked) => onMember(picked === all ? null : picked)}
      />
      <span className={styles.files}>
        {(["csv", "json"] as const).map((kind) => (
          <Button
            key={kind}
            look="neutral"
            size="small"
            pending={busy === kind}
            onClick={() => void save(kind)}
          >
            {kind.toUpperCase()} 내려받기
          </Button>
        ))}
      </span>
    </div>
  );
}
