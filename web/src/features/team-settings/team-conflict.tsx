import { useState } from "react";
import type { TeamAdmin, Topic } from "#contracts/team/api";
import { useObjectUrl } from "#web/lib/use-object-url.ts";
import { ConflictDialog } from "#web/ui/conflict-dialog.tsx";
import type { TeamParts } from "./team-change.ts";
import { TeamFacts } from "./team-facts.tsx";

interface TeamConflictProps {
  readonly teamId: number;
  /** What would be sent, with the icon it would leave or the picture newly chosen. */
  readonly mine: TeamParts & {
    readonly topic: Topic;
    readonly icon: string;
    readonly picture: Blob | null;
  };
  /** What another manager has saved; null closes the window. */
  readonly stored: TeamAdmin | null;
  readonly pending: boolean;
  readonly onUseStored: (stored: TeamAdmin) => void;
  readonly onKeepMine: (stored: TeamAdmin) => void;
  readonly onBack: () => void;
}

/** Both states of a team that two managers edited at once (spec/ui.md §6.4). */
export function TeamConflict(props: TeamConflictProps) {
  const { teamId, mine, stored, pending, onUseStored, onKeepMine, onBack } = props;
  const picture = useObjectUrl(mine.picture);
  // The window fades out with its content still in it.
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
