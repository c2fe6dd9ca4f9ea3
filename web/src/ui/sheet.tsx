import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import styles from "./dialog.module.css";

/** Options that slide up from the bottom of a narrow screen; a tap outside or Escape closes it. `label` names it. */
export const Sheet = ({
  open,
  label,
  onClose,
  children,
}: {
  open: boolean;
  label: string;
  onClose: () => void;
  children: ReactNode;
}) => (
  <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
    <Base.Portal>
      <Base.Backdrop className={styles.scrim} />
      <Base.Popup className={styles.sheet} aria-label={label}>
        {children}
      </Base.Popup>
    </Base.Portal>
  </Base.Root>
);
