import { serverMessage } from "#web/lib/calls/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { useLeaveTeam } from "./commands.ts";
import type { Membership } from "./queries.ts";
import { Row, Rows } from "./rows.tsx";
import styles from "./teams.module.css";

const dotted = (registerDate: string) => registerDate.slice(0, 10).replaceAll("-", ".");

/** Since when and as what I am in a team; regular members may leave it. */
export function Information({ team }: { team: Membership }) {
  const { alert, confirm } = useDialogs();
  const leaving = useLeaveTeam();
  const { teamId, teamManager, registerDate } = team;

  const leave = async () => {
    if (!(await confirm({ title: "팀을 정말 탈퇴하시겠습니까?", danger: true }))) return;
    const told = await leaving.mutateAsync(teamId).then(
      ({ message }) => message,
      (error) => serverMessage(error) ?? "팀을 나가지 못했습니다.",
    );
    if (told) await alert(told);
  };

  return (
    <>
      <Rows>
        <Row label="가입일">
          <time dateTime={registerDate.slice(0, 10)}>{dotted(registerDate)}</time>
        </Row>
        <Row label="상태">{teamManager ? "방장" : "일반 회원"}</Row>
      </Rows>
      {!teamManager && (
        <div className={styles.end}>
          <Button look="dangerSoft" size="small" pending={leaving.isPending} onClick={() => void leave()}>
            팀 나가기
          </Button>
        </div>
      )}
    </>
  );
}
