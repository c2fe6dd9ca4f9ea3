import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isRefusal, serverMessage } from "#web/lib/api-error.ts";
import { useOnce } from "#web/lib/use-once.ts";
import { Button } from "#web/ui/button.tsx";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Page } from "#web/ui/page.tsx";
import { TeamFields } from "#web/ui/team-fields.tsx";
import { emptyTeamForm, isComplete } from "#web/ui/team-form.ts";
import { useCreateTeam } from "./commands.ts";
import { foundersOf } from "./founders.ts";
import styles from "./team-registration.module.css";
import { useStillWaiting } from "./use-still-waiting.ts";

/** Creating a team (spec/ui.md §9.2), alone or with the applicants whom a recruitment handed over. */
export function TeamRegistrationPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { alert } = useDialogs();
  const [form, setForm] = useState(emptyTeamForm);
  const [picture, setPicture] = useState<Blob | null>(null);
  const [isPictureValid, setPictureValid] = useState(true);
  const [founders, setFounders] = useState(() => foundersOf(state));
  const readFounders = useStillWaiting();
  const canCreate = isPictureValid && isComplete(form);
  const creating = useCreateTeam();

  const create = useOnce(async () => {
    if (!canCreate || creating.isSuccess) return;
    try {
      const teamId = await creating.mutateAsync({ form, picture, founders });
      await alert("팀 생성을 완료했어요");
      navigate(`/team-dashboard/${teamId}`, { replace: true });
    } catch (error) {
      // The same applicants would be refused again and again.
      const waiting = isRefusal(error, "not-an-applicant") ? await readFounders(founders) : null;
      if (waiting) setFounders(waiting);
      const again =
        waiting && `지금 신청한 ${waiting.teamMemberUuids.length}명과 다시 준비했어요. 한 번 더 눌러 주세요.`;
      const text = [serverMessage(error), again].filter(Boolean).join("\n");
      await alert({ title: "팀 생성에 실패했습니다.", text });
    }
  });

  return (
    <Page width="form" glow>
      <HiddenText as="h1">팀 생성</HiddenText>
      <h2 className={styles.title}>팀 정보 입력하기</h2>
      <p className={styles.lead}>팀 생성 후에도 모든 정보를 수정할 수 있어요</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <TeamFields
          form={form}
          error={creating.error}
          onForm={setForm}
          onPicture={(next, valid) => {
            setPictureValid(valid);
            if (valid) setPicture(next);
          }}
        />
        <div className={styles.end}>
          <Button
            type="submit"
            look="action"
            size="large"
            wide
            disabled={!canCreate}
            pending={creating.isPending || creating.isSuccess}
          >
            팀 생성하기
          </Button>
        </div>
      </form>
    </Page>
  );
}
