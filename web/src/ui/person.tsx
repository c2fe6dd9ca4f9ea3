import type { ReactNode } from "react";
import { Avatar, type AvatarProps } from "./avatar.tsx";
import styles from "./person.module.css";

/** Picture and name, with a quiet second line. */
export const Person = ({
  sub,
  children,
  ...avatar
}: AvatarProps & { sub?: ReactNode; children?: ReactNode }) => (
  <span className={styles.person}>
    <Avatar {...avatar} />
    <span className={styles.text}>
      <span className={styles.name}>{avatar.name}</span>
      {sub && <span className={styles.sub}>{sub}</span>}
    </span>
    {children}
  </span>
);
