import { type ComponentProps, type ReactNode, useId } from "react";
import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./inbox.module.css";

/** A box of the settings with title, hint, control, and details below. */
export function SettingBox({
  title,
  text,
  control,
  children,
}: {
  title: string;
  text: string;
  control?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={cx(cardClass({ card: true }), styles.settingBox)} aria-labelledby={id}>
      <div className={styles.settingBoxHead}>
        <h3 id={id}>{title}</h3>
        <p>{text}</p>
        {control && <div className={styles.control}>{control}</div>}
      </div>
      {children}
    </section>
  );
}

/** A secondary button in a row of a box. */
export const RowAction = ({ type = "button", ...props }: ComponentProps<"button">) => (
  <button type={type} className={styles.action} {...props} />
);
