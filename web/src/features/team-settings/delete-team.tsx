import { isRefusal, serverMessage } from "#web/lib/calls/api-error.ts";
import { useOnce } from "#web/lib/use-once.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { useDeleteTeam } from "./commands.ts";
import styles from "./team-info.module.css";

const question = {
  title: "팀을 정말 삭제하시겠습니까?",
  text: "팀의 글과 문제, 모집글까지 모두 사라지고 되돌릴 수 없어요.",
  yes: "삭제하기",
  danger: true,
} as const;

/** `팀 삭제하기 >`: asks first, then tells what the server says (spec/ui.md §15.1). */
export function DeleteTeam({
  teamId,
  onDeleting,
  onGone,
}: {
  teamId: number;
  /** While the person deletes the team, its absence is no surprise. */
  onDeleting: (isDeleting: boolean) => void;
  onGone: () => void;
}) {
  const { alert, confirm } = useDialogs();
  const deleting = useDeleteTeam(teamId);

  const remove = useOnce(async () => {
    if (deleting.isSuccess || !(await confirm(question))) return;
    onDeleting(true);
    try {
      await alert((await deleting.mutateAsync()) ?? "팀 삭제가 성공했습니다.");
      onGone();
    } catch (error) {
      await alert(serverMessage(error) ?? "팀 삭제에 실패했습니다.");
      onDeleting(false);
      if (isRefusal(error, "not-a-manager")) onGone();
    }
  });

  return (
    <div className={styles.end}>
      <button type="button" className={styles.delete} onClick={() => void remove()}>
        팀 삭제하기 &gt;
      </button>
    </div>
  );
}
