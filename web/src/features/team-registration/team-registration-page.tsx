import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { allKey } from "#contracts/live";
import { createTeam } from "#contracts/team/api";
import { TeamFields } from "#web/features/team/team-fields.tsx";
import { draftFields, emptyTeamForm, lacksOf, withDraft } from "#web/features/team/team-form.ts";
import { isRefusal, serverMessage } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { inviteRequest } from "#web/lib/navigation-state.ts";
import { useFormDraft } from "#web/lib/unsent/use-form-draft.ts";
import { useOnce } from "#web/lib/use-once.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import styles from "#web/ui/form-page.module.css";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Page } from "#web/ui/page.tsx";
import { ResumedNote } from "#web/ui/resumed-note.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { missing } from "#web/ui/wrong-fields.ts";
import {
  type Founders,
  foundersOf,
  limitErrorOf,
  readWaiting,
  recruitIdOf,
  stillWaiting,
  useFoundingPeople,
} from "./founders.ts";
import { FoundersBox } from "./founders-box.tsx";

const alone: Founders = { teamMemberUuids: [], teamRecruitId: null };
const blank = draftFields(emptyTeamForm);

/** The form to create a team (spec/ui.md §9.2), alone or with the applicants of a recruitment. */
export function TeamRegistrationPage() {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const { alert } = useDialogs();
  const named = recruitIdOf(search);
  /** Null: all pending applicants of the recruitment in the address, queried on submission. */
  const [founders, setFounders] = useState(() => {
    const given = foundersOf(state);
    return given.teamRecruitId === null && named !== null ? null : given;
  });
  const [recruitId] = useState(founders?.teamRecruitId ?? named);
  const draft = useFormDraft(`team/new/${recruitId ?? ""}`, blank);
  const [form, setForm] = useState(() => withDraft(emptyTeamForm, draft.resumed));
  const [picture, setPicture] = useState<Blob | null>(null);
  const [isPictureValid, setPictureValid] = useState(true);
  const people = useFoundingPeople(founders, recruitId);
  const limitError = limitErrorOf(form.memberLimit, people?.count ?? 0);
  const reason = missing([!isPictureValid && "팀 아이콘", ...lacksOf(form), limitError && "인원 제한"]);
  const failureOf = async (error: unknown, together: Founders | null) => {
    // The same applicants would be refused again.
    const waiting = together && isRefusal(error, "not-an-applicant") ? await stillWaiting(together) : null;
    if (waiting) setFounders(waiting);
    const again =
      waiting && `지금 신청한 ${waiting.teamMemberUuids.length}명과 다시 준비했어요. 한 번 더 눌러 주세요.`;
    const text = [serverMessage(error), again].filter(Boolean).join("\n");
    return { title: "팀 생성에 실패했습니다.", text };
  };
  const sent = useRef<Founders>(null);
  const client = useQueryClient();
  const creating = useCommand(createTeam, {
    refresh: () =>
      Promise.all(
        [["my-teams"], ["team-directory", allKey]].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
    onSuccess: draft.clear,
    success: "팀 생성을 완료했어요",
    failure: (error) => failureOf(error, sent.current),
  });

  const create = useOnce(async () => {
    if (reason !== undefined || creating.isSuccess) return;
    try {
      sent.current = founders ?? (named === null ? alone : await readWaiting(named));
    } catch (error) {
      return alert(await failureOf(error, null));
    }
    setFounders(sent.current);
    const { teamMemberUuids, teamRecruitId } = sent.current;
    const answer = await creating.run({
      picture,
      body: {
        ...form,
        topic: form.topic ?? "",
        teamMemberUuids: [...teamMemberUuids],
        ...(teamRecruitId !== null && { teamRecruitId }),
      },
    });
    // Applicants are invited already.
    const state = teamMemberUuids.length === 0 ? inviteRequest : null;
    if (answer) navigate(`/team-dashboard/${answer.data.teamId}`, { replace: true, state });
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
        {draft.resumed && (
          <ResumedNote
            className={styles.note}
            more="입장 비밀번호와 아이콘은 다시 넣어 주세요."
            onDiscard={() => {
              draft.clear();
              setForm({ ...emptyTeamForm, password: form.password });
            }}
          />
        )}
        {people && people.count > 0 && <FoundersBox people={people} />}
        <TeamFields
          form={form}
          limitError={limitError}
          error={creating.error}
          onForm={(next) => {
            setForm(next);
            const words = draftFields(next);
            draft.keep(Object.values(words).some(Boolean) ? words : undefined);
          }}
          onPicture={(next, valid) => {
            setPictureValid(valid);
            setPicture(next);
          }}
        />
        <div className={styles.end}>
          <SubmitButton
            look="action"
            size="large"
            wide
            reason={reason}
            pending={creating.isPending || creating.isSuccess}
          >
            팀 생성하기
          </SubmitButton>
        </div>
      </form>
    </Page>
  );
}
