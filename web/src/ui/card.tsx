import type { ComponentProps } from "react";
import styles from "./card.module.css";
import { cx } from "./cx.ts";

/** Class of a white box: `card` lifts on hover when it is a link or button, `warm` carries the frame of the chosen thing. */
export const cardClass = ({ card = false, warm = false, pad = false } = {}) =>
  cx(styles.box, card && styles.card, warm && styles.warm, pad && styles.pad);

export const Card = ({
  card = true,
  warm = false,
  pad = false,
  className,
  ...rest
}: ComponentProps<"div"> & { card?: boolean; warm?: boolean; pad?: boolean }) => (
  <div {...rest} className={cx(cardClass({ card, warm, pad }), className)} />
);
