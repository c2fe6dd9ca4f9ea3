import { useQueryClient } from "@tanstack/react-query";
import { allKey } from "#contracts/live";
import { deleteTeam } from "#contracts/team/api";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import styles from "./team-settings.module.css";

interface DeleteTeamProps {
  readonly teamId: number;
  /** Called with true before the deletion, whose live message is then not reported, and with false on failure. */
  readonly onDeleting: (isDeleting: boolean) => void;
  readonly onGone: () => void;
}

/** `팀 삭제하기 >`: asks for confirmation, then shows the server's message (spec/ui.md §15.1). */
export function DeleteTeam({ teamId, onDeleting, onGone }: DeleteTeamProps) {
  const client = useQueryClient();
  const { run, isSuccess } = useCommand(deleteTeam, {
    confirm: {
      title: "팀을 정말 삭제하시겠습니까?",
      text: "팀의 글과 문제, 모집글까지 모두 사라지고 되돌릴 수 없어요.",
      yes: "삭제하기",
      danger: true,
    },
    optimistic: () => {
      onDeleting(true);
      return () => {};
    },
    onSuccess: () => {
      for (const queryKey of [["my-teams"], ["team-directory", allKey]])
        void client.invalidateQueries({ queryKey });
    },
    success: { dialog: ({ message }) => message ?? "팀 삭제가 성공했습니다." },
    failure: (error) => serverMessage(error) ?? "팀 삭제에 실패했습니다.",
    onNoManager: onGone,
  });
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
