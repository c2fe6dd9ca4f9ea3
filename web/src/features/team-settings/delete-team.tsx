import { useDeleteTeam } from "./commands.ts";
import styles from "./team-info.module.css";

/** `팀 삭제하기 >`: asks first, then shows the server's message (spec/ui.md §15.1). */
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
  const { run, isSuccess } = useDeleteTeam(onDeleting, onGone);
  const remove = async () => {
    if (isSuccess) return;
    if (await run({ params: { teamId } })) onGone();
    else onDeleting(false);
  };

  return (
    <div className={styles.end}>
      <button type="button" className={styles.delete} onClick={() => void remove()}>
        팀 삭제하기 &gt;
      </button>
    </div>
  );
}
