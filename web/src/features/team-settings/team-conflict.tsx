import type { TeamAdmin, Topic } from "#contracts/team/api";
import type { Conflict } from "#web/lib/calls/use-conflict.ts";
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
  /** With the state saved by another manager. */
  readonly conflict: Conflict<TeamAdmin>;
  readonly pending: boolean;
}

/** Compares both states of a team that two managers edited concurrently (spec/ui.md §6.4). */
export function TeamConflict({ teamId, mine, conflict, pending }: TeamConflictProps) {
  const { isOpen, stored, onUseStored, onKeepMine, onBack } = conflict;
  const picture = useObjectUrl(mine.picture);
  const password = mine.password ?? "바꾸지 않음";
  return (
    <ConflictDialog
      open={isOpen}
      mine={<TeamFacts dense facts={{ ...mine, teamId, password, icon: picture ?? mine.icon }} />}
      stored={stored && <TeamFacts dense facts={{ ...stored, icon: stored.teamIconUrl }} />}
      pending={pending}
      onUseStored={onUseStored}
      onKeepMine={onKeepMine}
      onBack={onBack}
    />
  );
}
