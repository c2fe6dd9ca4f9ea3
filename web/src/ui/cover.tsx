import { type CSSProperties, type ReactNode, useState } from "react";
import { pictureOfWidth } from "#contracts/images/api";
import styles from "./cover.module.css";
import { cx } from "./cx.ts";

/** Maximum width of a container that a picture fills. */
const widest = 320;
/** Highest device pixel ratio for which pictures are requested. */
const sharpest = 2;

export interface CoverLook {
  readonly shape?: "soft" | "box";
  /** Pixels; without a width it fills its container. */
  readonly width?: number;
  readonly className?: string | undefined;
}

interface CoverProps extends CoverLook {
  readonly src?: string | null | undefined;
  /** Empty if the name is shown beside it. */
  readonly alt?: string;
  /** Shown without a picture and if it fails to load; by default the fallback gradient (spec/ui.md §6.3). */
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
