import { limits } from "#contracts/limits";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextInput } from "#web/ui/input.tsx";
import styles from "./discussion.module.css";

export { ConflictDialog } from "#web/ui/conflict-dialog.tsx";

interface DeletionProps {
  readonly open: boolean;
  readonly reason: string;
  readonly pending: boolean;
  readonly onReason: (reason: string) => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Asks a manager for the reason of deleting another member's comment (spec/discussion.md rule 7). */
export const DeletionDialog = ({ open, reason, pending, onReason, onDelete, onClose }: DeletionProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="의견을 삭제하시겠어요?"
    text="사유는 의견을 쓴 사람만 볼 수 있어요."
    buttons={
      <>
        <Button look="neutral" onClick={onClose}>
          취소
        </Button>
        <Button look="danger" pending={pending} onClick={onDelete}>
          삭제
        </Button>
      </>
    }
  >
    <div className={styles.reason}>
      <TextInput label="사유" note="(선택)" max={limits.reason} value={reason} onText={onReason} />
    </div>
  </Dialog>
);
