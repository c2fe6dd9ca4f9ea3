import { useState } from "react";
import type { TeamAdmin, Topic } from "#contracts/team/api";
import { useObjectUrl } from "#web/lib/use-object-url.ts";
import { ConflictDialog } from "#web/ui/conflict-dialog.tsx";
import type { TeamParts } from "./team-change.ts";
import { TeamFacts } from "./team-facts.tsx";

interface TeamConflictProps {
  readonly teamId: number;
  /** The fields to send, with the stored icon or the newly chosen picture. */
  readonly mine: TeamParts & {
    readonly topic: Topic;
    readonly icon: string;
    readonly picture: Blob | null;
  };
  /** The state saved by another manager; null closes the dialog. */
  readonly stored: TeamAdmin | null;
  readonly pending: boolean;
  readonly onUseStored: (stored: TeamAdmin) => void;
  readonly onKeepMine: (stored: TeamAdmin) => void;
  readonly onBack: () => void;
}

/** Compares both states of a team that two managers edited concurrently (spec/ui.md §6.4). */
export function TeamConflict(props: TeamConflictProps) {
  const { teamId, mine, stored, pending, onUseStored, onKeepMine, onBack } = props;
  const picture = useObjectUrl(mine.picture);
  // The dialog keeps its content while it fades out.
  const [last, setLast] = useState(stored);
  if (stored && stored !== last) setLast(stored);
  const password = mine.password ?? "바꾸지 않음";
  return (
    <ConflictDialog
      open={stored !== null}
      mine={<TeamFacts dense facts={{ ...mine, teamId, password, icon: picture ?? mine.icon }} />}
      stored={last && <TeamFacts dense facts={{ ...last, icon: last.teamIconUrl }} />}
      pending={pending}
      onUseStored={() => stored && onUseStored(stored)}
      onKeepMine={() => stored && onKeepMine(stored)}
      onBack={onBack}
    />
  );
}
