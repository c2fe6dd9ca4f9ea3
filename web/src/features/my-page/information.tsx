import { useQueryClient } from "@tanstack/react-query";
import { leaveTeam } from "#contracts/membership/api";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { useSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { dottedDate } from "#web/ui/date-texts.ts";
import styles from "./my-page.module.css";
import type { Membership } from "./queries.ts";
import { Row, Rows } from "./rows.tsx";

/** Joining date and role in a team; only members without a role may leave it. */
export function Information({ team }: { team: Membership }) {
  const client = useQueryClient();
  const { uuid } = useSession();
  const { teamId, teamManager, registerDate } = team;
  const leaving = useCommand(leaveTeam, {
    confirm: { title: "팀을 정말 탈퇴하시겠습니까?", danger: true },
    refresh: () => void client.invalidateQueries({ queryKey: ["my-teams", uuid] }),
    success: { dialog: ({ message }) => message ?? "팀을 성공적으로 탈퇴했습니다." },
    failure: (error) => serverMessage(error) ?? "팀을 나가지 못했습니다.",
  });

  return (
    <>
      <Rows>
        <Row label="가입일">
          <time dateTime={registerDate.slice(0, 10)}>{dottedDate(registerDate)}</time>
        </Row>
        <Row label="상태">{teamManager ? "방장" : "일반 회원"}</Row>
      </Rows>
      {!teamManager && (
        <div className={styles.teamsEnd}>
          <Button
            look="dangerSoft"
            size="small"
            pending={leaving.isPending}
            onClick={() => void leaving.run({ params: { teamId } })}
          >
            팀 나가기
          </Button>
        </div>
      )}
    </>
  );
}
