import { useNavigate } from "react-router-dom";
import type { Application } from "#contracts/application/api";
import type { RecruitmentDetail } from "#contracts/recruitment/api";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { applying, deleting, dropping, editing, inviting, switching, useRefresh } from "./commands.ts";
import { blankApplication, type Deed, questions } from "./deeds.ts";
import { useDeed } from "./use-deed.ts";
import type { Pen } from "./use-pen.ts";

/** Everything that can be done on the page of a recruitment (spec/ui.md §13.2). */
export function useDeeds(
  recruitment: RecruitmentDetail,
  { onText, onEditEnd }: Pen,
  onDeleting: (isDeleting: boolean) => void,
) {
  const { teamRecruitId, teamId, teamMemberUuids } = recruitment;
  const { alert, confirm } = useDialogs();
  const navigate = useNavigate();
  const refresh = useRefresh(teamRecruitId);
  const afterwards = (deed: Deed) =>
    deed.name === "delete"
      ? refresh.board()
      : Promise.all([refresh.detail(), refresh.board(), refresh.mine()]);
  const { run, isPending } = useDeed(afterwards, () => navigate("/team-list"));
  const isBlank = (text: string) => text.trim() === "";

  return {
    isPending,
    apply: async (text: string) => {
      if (isBlank(text)) await alert(blankApplication);
      else await run(applying(teamRecruitId, text), () => onText(""));
    },
    save: async ({ teamApplyId }: Application, draft: string) => {
      if (isBlank(draft)) await alert(blankApplication);
      else await run(editing(teamApplyId, draft), onEditEnd);
    },
    withdraw: ({ teamApplyId }: Application) => run(dropping("withdraw", teamApplyId)),
    remove: ({ teamApplyId }: Application) => run(dropping("remove", teamApplyId)),
    setRecruiting: (isRecruiting: boolean) =>
      run({
        ...switching(teamRecruitId, isRecruiting),
        foresee: refresh.foreseeRecruiting(isRecruiting),
      }),
    invite: async () => {
      if (teamId !== null) await run(inviting(teamRecruitId, teamId, teamMemberUuids), refresh.teams);
    },
    createTeam: async () => {
      if (!(await confirm(questions.createTeam))) return;
      await navigate(`/team-registration?recruitId=${teamRecruitId}`, {
        state: { teamMemberUuids, teamRecruitId },
      });
    },
    delete: async () => {
      const deed = deleting(recruitment);
      const isDone = await run({
        ...deed,
        call: async (key) => {
          onDeleting(true);
          return deed.call(key);
        },
      });
      if (isDone) await navigate("/team-recruit/list", { replace: true });
      else onDeleting(false);
    },
  };
}
