import { useEffect, useRef } from "react";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { toast } from "#web/ui/toast.tsx";

/** Who the person on the page is in the team. */
export type Standing = "manager" | "member" | "outsider";

const leftTeam = {
  title: "팀에서 나가게 되었어요",
  text: "이제 이 팀의 멤버가 아니어서 글의 내용을 볼 수 없어요.",
};

/**
 * Says when somebody's standing changes under an open page: losing the team is told until it has been read. `standing` is
 * undefined while it is being looked up; another person (`uuid`) begins anew.
 */
export function useStandingNotes(uuid: string | null, standing: Standing | undefined): void {
  const { alert } = useDialogs();
  const before = useRef<{ uuid: string | null; standing: Standing } | null>(null);

  useEffect(() => {
    if (standing === undefined) return;
    const last = before.current?.uuid === uuid ? before.current.standing : standing;
    before.current = { uuid, standing };
    if (last === standing || last === "outsider") return;
    if (standing === "outsider") void alert(leftTeam);
    else if (standing === "manager") toast.success("이 팀의 방장이 되었어요");
    else toast("이제 이 팀의 일반 회원이에요");
  }, [uuid, standing, alert]);
}
