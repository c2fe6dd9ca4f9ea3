import { useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { useArrivals } from "#web/lib/live/use-arrivals.ts";
import { isAskedToAnnounce } from "#web/lib/navigation-state.ts";
import arrival from "#web/ui/arrival.module.css";
import { cx } from "#web/ui/cx.ts";
import { LiveNote } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.tsx";
import styles from "./announcement.module.css";
import { teamRefreshFailed } from "./texts.ts";

/** Only managers write here: loaded with their page, at the latest when the box is unfolded. */
const editor = lazyModule(() => import("./announcement-editor.tsx"));

interface AnnouncementBoxProps {
  readonly teamId: number;
  readonly text: string;
  readonly isManager: boolean;
  /** A `banner` keeps its text when it unfolds; an `editor` leaves the text to the form below it. */
  readonly look?: "banner" | "editor";
  /** The server has just said that the person is no manager. */
  readonly onNoManager: () => void;
}

/** The announcement; for managers it unfolds into an editor that survives a failed save (spec/ui.md §11). */
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
  /** What is being saved, until it has come back as the stored text. */
  const [sent, setSent] = useState<string | null>(null);
  const loaded = useLazyModule(editor, isManager);
  const arrived = useArrivals(`announcement of ${teamId}`, [text]);

  useAskedFor(() => {
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
    <div>
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
                // The form is going away with the focus in it.
                line.current?.focus();
              }}
              onNoManager={onNoManager}
            />
          )}
        </div>
      </section>
      <LiveNote text={arrived.has(text) ? `공지가 바뀌었어요: ${text}` : ""} />
    </div>
  );
}

/** A page that leads here may ask for the editor, once. */
function useAskedFor(open: () => void): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const isAsked = isAskedToAnnounce(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation that asks
  useEffect(() => {
    if (!isAsked) return;
    open();
    // Neither a reload nor Back asks again.
    void navigate(pathname + search, { replace: true, state: null });
  }, [isAsked]);
}
