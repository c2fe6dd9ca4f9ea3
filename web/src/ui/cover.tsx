import { type CSSProperties, useState } from "react";
import { pictureOfWidth } from "#contracts/images/api";
import styles from "./cover.module.css";
import { cx } from "./cx.ts";

/** What a place is wide at most that a picture fills. */
const widest = 320;
/** Pixels of the screen per pixel of the page. */
const sharpest = 2;

/** A team's square picture on the fallback gradient, which stays when the picture does not load (spec/ui.md §6.3). */
export function Cover({
  src,
  alt = "",
  shape = "soft",
  width,
  className,
}: {
  src?: string | null | undefined;
  /** Empty when the name stands beside it. */
  alt?: string;
  shape?: "soft" | "box";
  /** Pixels; fills its place without. */
  width?: number;
  className?: string | undefined;
}) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const style: CSSProperties | undefined = width === undefined ? undefined : { width };
  return (
    <span className={cx(styles.cover, shape === "box" && styles.box, className)} style={style}>
      {src && src !== brokenSrc && (
        <img
          src={pictureOfWidth(src, (width ?? widest) * sharpest)}
          alt={alt}
          loading="lazy"
          onError={() => setBrokenSrc(src)}
        />
      )}
    </span>
  );
}
