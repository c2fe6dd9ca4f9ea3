import { useQuery, useQueryClient } from "@tanstack/react-query";
import { memo, useState } from "react";
import { withdraw } from "#contracts/member/api";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { useLivePause } from "#web/lib/live/use-live.tsx";
import { currentToken, endSessionQuietly, memberOf, useSession } from "#web/lib/session.ts";
import { forgetMember } from "#web/lib/storage/forget-member.ts";
import { Card } from "#web/ui/card.tsx";
import { Check } from "#web/ui/check.tsx";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { SectionHead } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { lacking, missing } from "#web/ui/wrong-fields.ts";
import styles from "./my-page.module.css";
import { type Membership, myTeamsQuery, teamPeopleQuery } from "./queries.ts";

/** Deletes the account after a list of consequences, consent and a confirmation (spec/ui.md §14.1). */
export function Withdraw({ onBack }: { onBack: () => void }) {
  const [agreed, setAgreed] = useState(false);
  const { alert } = useDialogs();
  const client = useQueryClient();
  const live = useLivePause();
  const withdrawing = useCommand(withdraw, {
    confirm: {
      title: "정말로 탈퇴하시겠어요?",
      text: "삭제된 내용은 다시 되돌릴 수 없어요.",
      yes: "탈퇴하기",
      danger: true,
    },
    // Live changes caused by the withdrawal would trigger queries without a session.
    optimistic: () => {
      live.pause();
      return live.resume;
    },
    failure: "계정 탈퇴 요청에 실패했습니다.",
  });
  const isBusy = withdrawing.isPending || withdrawing.isSuccess;

  const submit = async () => {
    if (withdrawing.isSuccess || !agreed) return;
    const uuid = memberOf(currentToken());
    if (!(await withdrawing.run({}))) return;
    // The page behind the message stays unchanged and sends no more queries.
    endSessionQuietly();
    client.removeQueries();
    if (uuid !== null) await forgetMember(uuid);
    await alert("계정 탈퇴에 성공했습니다.");
    window.location.assign("/");
  };

  return (
    <form
      aria-label="회원탈퇴"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <SectionHead>
        <SectionTitle>회원탈퇴</SectionTitle>
      </SectionHead>
      <Card className={styles.box}>
        <h3 className={styles.withdrawTitle}>회원 탈퇴 알림</h3>
        <p className={styles.lead}>알고모임 탈퇴 전에 꼭 확인하세요</p>
        <ul className={styles.losses}>
          <li>내가 쓴 글과 모집글, 신청글, 프로필이 모두 삭제되고 되돌릴 수 없어요.</li>
          <li>탈퇴한 뒤에는 이 계정으로 들어올 수 없어요.</li>
        </ul>
        <SoleManagerLines />
        <Check checked={agreed} aria-required {...lacking(!agreed)} onCheck={setAgreed}>
          안내사항을 모두 확인하였으며, 이에 동의합니다.
        </Check>
        <div className={styles.withdrawEnd}>
          <button type="button" className={styles.back} disabled={isBusy} onClick={onBack}>
            &lt; 프로필로 돌아가기
          </button>
          <SubmitButton look="danger" pending={isBusy} reason={missing([!agreed && "안내사항 동의"])}>
            탈퇴하기
          </SubmitButton>
        </div>
      </Card>
    </form>
  );
}

/**
 * Explains the effect on teams without another manager (spec/wire-contract.md §3.5). `memo` keeps it rendered while the
 * form around it ends the session.
 */
const SoleManagerLines = memo(function SoleManagerLines() {
  const { uuid } = useSession();
  const teams = useQuery(myTeamsQuery(uuid));
  const managed = (teams.data ?? []).filter(({ teamManager }) => teamManager);
  return (
    <div className={styles.teams}>
      {managed.map((team) => (
        <SoleManagerLine key={team.teamId} team={team} />
      ))}
    </div>
  );
});

function SoleManagerLine({ team }: { team: Membership }) {
  const people = useQuery(teamPeopleQuery(team.teamId)).data;
  if (people?.filter(({ isTeamManager }) => isTeamManager).length !== 1) return null;
  return (
    <Notice tone="warning">
      {people.length === 1
        ? `${team.teamName}에는 나 말고 다른 멤버가 없어요. 탈퇴하면 팀도 함께 삭제됩니다.`
        : `${team.teamName}의 방장이 나뿐이에요. 탈퇴하면 가장 오래 함께한 멤버가 방장이 됩니다.`}
    </Notice>
  );
}
