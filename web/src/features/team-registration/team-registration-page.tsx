import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { serverMessage } from "#web/lib/api-error.ts";
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

/** Creating a team (spec/ui.md §9.2), alone or with the applicants whom a recruitment handed over. */
export function TeamRegistrationPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { alert } = useDialogs();
  const [form, setForm] = useState(emptyTeamForm);
  const [picture, setPicture] = useState<Blob | null>(null);
  const creating = useCreateTeam();

  const create = useOnce(async () => {
    if (!isComplete(form) || creating.isSuccess) return;
    try {
      const teamId = await creating.mutateAsync({ form, picture, founders: foundersOf(state) });
      await alert("팀 생성을 완료했어요");
      navigate(`/team-dashboard/${teamId}`, { replace: true });
    } catch (error) {
      await alert({ title: "팀 생성에 실패했습니다.", text: serverMessage(error) });
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
        <TeamFields form={form} error={creating.error} onForm={setForm} onPicture={setPicture} />
        <div className={styles.end}>
          <Button
            type="submit"
            look="action"
            size="large"
            wide
            disabled={!isComplete(form)}
            pending={creating.isPending || creating.isSuccess}
          >
            팀 생성하기
          </Button>
        </div>
      </form>
    </Page>
  );
}
