import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { focusable } from "#web/lib/restored-focus.ts";
import { FailedState } from "#web/ui/empty-state.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import styles from "./detail.module.css";
import { articlesFailed, loadingText } from "./texts.ts";
import type { Neighbours } from "./use-neighbours.ts";

/** How the navigation opened the pane. */
export interface Arrival {
  /** Whether the page may scroll to the pane. */
  readonly moves: boolean;
  /** Whether the page was opened for this pane: then it scrolls there at once. */
  readonly isFirst: boolean;
}
const prefersStillness = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const chosenHere: Arrival = { moves: true, isFirst: false };

interface DetailPaneProps {
  readonly id: string;
  readonly subject: string;
  readonly label: string;
  readonly arrival?: Arrival | undefined;
  /** By Escape, while the focus is inside. */
  readonly onClose?: (() => void) | undefined;
  /** By ← and →, while the focus is inside. */
  readonly neighbours?: Neighbours | undefined;
  readonly children: ReactNode;
}

/**
 * The frame that shows the problem or an article. A change of `subject` scrolls its beginning into view and moves the
 * focus there.
 */
export function DetailPane(props: DetailPaneProps) {
  const { id, subject, label, arrival = chosenHere, onClose, neighbours, children } = props;
  const pane = useRef<HTMLElement>(null);
  const begun = useRef(subject);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another subject scrolls the page, not an updated text
  useEffect(() => {
    if (!arrival.moves) return;
    const heading = pane.current?.querySelector("h3");
    // The place of what was shown before moves with the length of a text, and browsers keep that place in view while
    // they still scroll smoothly.
    const isReplaced = begun.current !== subject;
    begun.current = subject;
    pane.current?.scrollIntoView({
      block: "start",
      behavior: arrival.isFirst || isReplaced || prefersStillness() ? "auto" : "smooth",
    });
    (heading ? focusable(heading) : pane.current)?.focus({ preventScroll: true });
  }, [subject]);
  const act = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return;
    // React passes on what happens in a menu that was opened from here.
    if (event.defaultPrevented || !event.currentTarget.contains(target as Node)) return;
    const actions: Record<string, (() => void) | undefined> = {
      Escape: onClose,
      // A wide code block or table scrolls.
      ...(!isWide(target) && { ArrowLeft: neighbours?.previous, ArrowRight: neighbours?.next }),
    };
    if (!actions[key]) return;
    event.preventDefault();
    actions[key]();
  };
  return (
    <article id={id} className={styles.detail} ref={pane} aria-label={label} tabIndex={-1} onKeyDown={act}>
      {children}
    </article>
  );
}

const isWide = (target: EventTarget) => target instanceof Element && target.scrollWidth > target.clientWidth;

export const FailedPane = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <FailedState title={serverMessage(error) ?? articlesFailed} onRetry={onRetry} />
);

export const LoadingPane = () => (
  <Stack gap={12} aria-busy="true">
    <Hint>
      <Spinner />
      {loadingText}
    </Hint>
    <Skeleton width="62%" height={26} />
    <Skeleton width="34%" />
    <Skeleton />
    <Skeleton width="92%" />
    <Skeleton width="76%" />
  </Stack>
);
