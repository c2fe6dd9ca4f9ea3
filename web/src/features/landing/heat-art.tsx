import { cx } from "#web/ui/cx.ts";
import styles from "./heat-art.module.css";

/** Weeks from left to right, weekdays from top to bottom: how much was done, from 0 to 3; 4 is today. */
const weeks = [
  "001011211222",
  "000011122122",
  "001111121223",
  "000002122224",
  "010111122222",
  "001112222333",
  "110111121323",
];
const levels = ["", styles.some, styles.much, styles.most, styles.today];

/** A quarter of practice that grows denser. */
export const HeatArt = () => (
  <div className={styles.heat}>
    {[...weeks.join("")].map((level, at) => (
      <i key={at} className={cx(levels[Number(level)])} />
    ))}
  </div>
);
