import { useRef } from "react";
import { useArrivals } from "#web/lib/use-arrivals.ts";
import { LiveNote } from "#web/ui/live-note.tsx";
import { Announcement, type AnnouncementLook } from "./announcement.tsx";
import { AnnouncementForm } from "./announcement-form.tsx";
import { useAnnouncement } from "./use-announcement.ts";

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
  const { isOpen, toggle, shown, draft, isResumed, type, giveUp, cancel, save, isSaving } = useAnnouncement(
    teamId,
    text,
    {
      onNoManager,
      // The form is going away with the focus in it.
      onFold: () => line.current?.focus(),
    },
  );
  const arrived = useArrivals(`announcement of ${teamId}`, [text]);

  return (
    <div>
      <Announcement
        text={shown}
        look={look}
        isOpen={isOpen}
        hasArrived={arrived.has(text) && draft === null}
        line={line}
        onToggle={toggle}
      >
        {isManager && (
          <AnnouncementForm
            text={draft ?? text}
            isSaving={isSaving}
            onText={type}
            onDiscard={isResumed ? giveUp : undefined}
            onCancel={cancel}
            onSave={() => void save()}
          />
        )}
      </Announcement>
      <LiveNote text={arrived.has(text) ? `공지가 바뀌었어요: ${text}` : ""} />
    </div>
  );
}
