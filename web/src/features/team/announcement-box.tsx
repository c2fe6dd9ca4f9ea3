import { useRef, useState } from "react";
import { useArrivals } from "#web/lib/live/use-arrivals.ts";
import { pieceOf, usePiece } from "#web/lib/piece.ts";
import { LiveNote } from "#web/ui/live-note.tsx";
import { toast } from "#web/ui/toast.tsx";
import { Announcement, type AnnouncementLook } from "./announcement.tsx";
import { teamRefreshFailed } from "./texts.ts";

/** Only managers write here: it travels with their page, at the latest when the box is unfolded. */
const editor = pieceOf(() => import("./announcement-editor.tsx"));

interface AnnouncementBoxProps {
  readonly teamId: number;
  readonly text: string;
  readonly isManager: boolean;
  readonly look?: AnnouncementLook;
  /** The server has just said that the person is no manager. */
  readonly onNoManager: () => void;
}

/** The announcement for everybody; for managers it unfolds into an editor that survives a failed save (spec/ui.md §11). */
export function AnnouncementBox({ teamId, text, isManager, look, onNoManager }: AnnouncementBoxProps) {
  const line = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** What is being saved, until it has come back as the stored text. */
  const [sent, setSent] = useState<string | null>(null);
  const parts = usePiece(editor, isManager);
  const arrived = useArrivals(`announcement of ${teamId}`, [text]);

  return (
    <div>
      <Announcement
        text={sent?.trim() ?? text}
        look={look}
        isOpen={isOpen}
        hasArrived={arrived.has(text) && sent === null}
        line={line}
        onToggle={() => {
          if (isManager && !isOpen) editor.load().catch(() => toast.error(teamRefreshFailed));
          setOpen(!isOpen);
        }}
      >
        {isManager && parts && (
          <parts.AnnouncementEditor
            teamId={teamId}
            stored={text}
            sent={sent}
            isOpen={isOpen}
            onSent={setSent}
            onUnfold={() => setOpen(true)}
            onFold={() => {
              setOpen(false);
              // The form is going away with the focus in it.
              line.current?.focus();
            }}
            onNoManager={onNoManager}
          />
        )}
      </Announcement>
      <LiveNote text={arrived.has(text) ? `공지가 바뀌었어요: ${text}` : ""} />
    </div>
  );
}
