import { type CSSProperties, type ReactNode, useState } from "react";
import { pictureOfWidth } from "#contracts/images/api";
import styles from "./cover.module.css";
import { cx } from "./cx.ts";

/** What a place is wide at most that a picture fills. */
const widest = 320;
/** Pixels of the screen per pixel of the page. */
const sharpest = 2;

export interface CoverLook {
  readonly shape?: "soft" | "box";
  /** Pixels; fills its place without. */
  readonly width?: number;
  readonly className?: string | undefined;
}

interface CoverProps extends CoverLook {
  readonly src?: string | null | undefined;
  /** Empty when the name stands beside it. */
  readonly alt?: string;
  /** Stands there without a picture, and when it does not load; else the fallback gradient (spec/ui.md §6.3). */
  readonly children?: ReactNode;
}

/** A square picture. */
export function Cover({ src, alt = "", shape = "soft", width, className, children }: CoverProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const style: CSSProperties | undefined = width === undefined ? undefined : { width };
  return (
    <span className={cx(styles.cover, shape === "box" && styles.box, className)} style={style}>
      {src && src !== brokenSrc ? (
        <img
          src={pictureOfWidth(src, (width ?? widest) * sharpest)}
          alt={alt}
          loading="lazy"
          onError={() => setBrokenSrc(src)}
        />
      ) : (
        children
      )}
    </span>
  );
}
