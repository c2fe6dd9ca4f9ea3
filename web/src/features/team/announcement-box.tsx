import { useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { useArrivals } from "#web/lib/live/use-arrivals.ts";
import { isAnnounceRequest } from "#web/lib/navigation-state.ts";
import { useAnnounced } from "#web/ui/announcer.tsx";
import arrival from "#web/ui/arrival.module.css";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.tsx";
import styles from "./announcement.module.css";
import { teamRefreshFailed } from "./texts.ts";

/** Loaded only for managers, with the page or at the latest when the box is expanded. */
const editor = lazyModule(() => import("./announcement-editor.tsx"));

interface AnnouncementBoxProps {
  readonly teamId: number;
  readonly text: string;
  readonly isManager: boolean;
  /** An expanded `banner` still shows its text; an expanded `editor` shows it only in the form. */
  readonly look?: "banner" | "editor";
  /** Called if the server refuses because the caller is not a manager. */
  readonly onNoManager: () => void;
}

/**
 * Shows the announcement; managers can expand it into an editor that keeps its text when saving fails (spec/ui.md §11).
 */
export function AnnouncementBox({
  teamId,
  text,
  isManager,
  look = "banner",
  onNoManager,
}: AnnouncementBoxProps) {
  const id = useId();
  const line = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** The text being saved, until the server returns it as the stored text. */
  const [sent, setSent] = useState<string | null>(null);
  const loaded = useLazyModule(editor, isManager);
  const arrived = useArrivals(`announcement of ${teamId}`, [text]);
  useAnnounced(arrived.has(text) && `공지가 바뀌었어요: ${text}`);

  useOpenOnArrival(() => {
    setOpen(true);
    line.current?.focus();
  });

  const isEditor = look === "editor";
  const shown = sent?.trim() ?? text;
  const toggle = () => {
    if (isManager && !isOpen) editor.load().catch(() => toast.error(teamRefreshFailed));
    setOpen(!isOpen);
  };
  return (
    <section
      className={cx(
        styles.announcement,
        isEditor && styles.editor,
        arrived.has(text) && sent === null && arrival.arrived,
      )}
      aria-label="공지"
    >
      <button
        ref={line}
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={isManager && loaded ? id : undefined}
        onClick={toggle}
      >
        <span className={styles.mark}>
          <Icon name="megaphone" />
        </span>
        <span className={styles.label}>{isEditor ? "공지" : "팀 공지"}</span>
        <span className={cx(styles.text, !shown && styles.empty)}>
          {!(isEditor && isOpen) && (shown || "공지가 등록되지 않았습니다.")}
        </span>
        <Icon name="down" className={styles.fold} />
      </button>
      <div id={id}>
        {isManager && loaded && (
          <loaded.AnnouncementEditor
            teamId={teamId}
            stored={text}
            sent={sent}
            isOpen={isOpen}
            onSent={setSent}
            onUnfold={() => setOpen(true)}
            onFold={() => {
              setOpen(false);
              // The form, which has the focus, is being removed.
              line.current?.focus();
            }}
            onNoManager={onNoManager}
          />
        )}
      </div>
    </section>
  );
}

/** Opens the editor once if the navigation state requests it. */
function useOpenOnArrival(open: () => void): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const opensOnArrival = isAnnounceRequest(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation that requests the editor
  useEffect(() => {
    if (!opensOnArrival) return;
    open();
    // Clears the state, so that neither a reload nor the back button opens the editor again.
    void navigate(pathname + search, { replace: true, state: null });
  }, [opensOnArrival]);
}
