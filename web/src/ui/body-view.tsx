import { type SyntheticEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { lazyModule, useLazyModule } from "../lib/lazy-module.ts";
import { displayBody } from "../lib/safe-html.ts";
import { bodyMarkup } from "./body-markup.ts";
import styles from "./body-view.module.css";
import { CopyButton } from "./copy-button.tsx";
import { cx } from "./cx.ts";

interface BodyViewProps {
  /** A stored body; it is sanitised again here (spec/ui.md §18). */
  readonly html: string;
  /** The post's picture, for `src="?"` in the body. */
  readonly imageUrl: string | null;
  readonly className?: string | undefined;
  /** Called with the code blocks, each time they are new. */
  readonly onCodes?: ((codes: readonly HTMLElement[]) => void) | undefined;
}

/**
 * Shows the body of an article, problem or recruitment: code with line numbers and copy buttons, check lists read-only.
 */
export function BodyView({ html, imageUrl, className, onCodes }: BodyViewProps) {
  const colours = useLazyModule(codeColours, unmarkedCode.test(html));
  const markup = useMemo(
    () => bodyMarkup(displayBody(html, imageUrl), colours?.colourCodes),
    [html, imageUrl, colours],
  );
  const body = useRef<HTMLDivElement>(null);
  const [slots, setSlots] = useState<readonly Element[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new markup brings new places for the buttons
  useLayoutEffect(() => {
    setSlots([...(body.current?.querySelectorAll("[data-copy]") ?? [])]);
    onCodes?.([...(body.current?.querySelectorAll<HTMLElement>("[data-code] pre") ?? [])]);
  }, [markup]);

  return (
    <>
      <div
        ref={body}
        className={cx(styles.prose, className)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: reduced to the allow-list by displayBody
        dangerouslySetInnerHTML={{ __html: markup }}
        onErrorCapture={showFallback}
      />
      {slots.map((slot, index) => createPortal(<CopyButton text={() => codeBeside(slot)} />, slot, index))}
    </>
  );
}

const unmarkedCode = /<pre(?:(?!<span|<\/pre>)[\s\S])*<\/pre>/;
/** Only code without marks needs it. */
const codeColours = lazyModule(() => import("./code-colours.ts"));

const codeBeside = (slot: Element): string =>
  [...(slot.closest("[data-code]")?.querySelectorAll("[data-line]") ?? [])]
    .map((line) => line.textContent ?? "")
    .join("\n");

/** Replaces a picture that fails to load by the fallback gradient (spec/ui.md §6.3). */
function showFallback(event: SyntheticEvent): void {
  if (event.target instanceof HTMLImageElement && styles.broken) event.target.classList.add(styles.broken);
}
