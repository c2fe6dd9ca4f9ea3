import type { ComponentProps } from "react";
import styles from "./card.module.css";
import { cx } from "./cx.ts";

/** Class of a white box: `card` lifts on hover if it is a link or button, `warm` frames the selected box. */
export const cardClass = ({ card = false, warm = false } = {}) =>
  cx(styles.box, card && styles.card, warm && styles.warm);

export const Card = ({ card = true, className, ...rest }: ComponentProps<"div"> & { card?: boolean }) => (
  <div {...rest} className={cx(cardClass({ card }), className)} />
);
