import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useNavigate } from "react-router-dom";
import { limits } from "#contracts/limits";
import { completeProfile } from "#contracts/member/api";
import { isBlank } from "#contracts/texts";
import { fieldErrors } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { memberInfoQuery, useMemberInfo } from "#web/lib/member-info.ts";
import { forgetMissingProfile } from "#web/lib/missing-profile.ts";
import { forgetReturnPath, rememberedReturnPath } from "#web/lib/return-path.ts";
import { useSession } from "#web/lib/session.ts";
import { useFormDraft } from "#web/lib/unsent/use-form-draft.ts";
import { Card } from "#web/ui/card.tsx";
import { isLonger } from "#web/ui/counter.tsx";
import { FieldGroup } from "#web/ui/field.tsx";
import styles from "#web/ui/form-page.module.css";
import { ImageInput } from "#web/ui/image-input.tsx";
import { TextArea, TextInput } from "#web/ui/input.tsx";
import { Page } from "#web/ui/page.tsx";
import { ResumedNote } from "#web/ui/resumed-note.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { missing } from "#web/ui/wrong-fields.ts";
import { PolicyConsent } from "./policy-consent.tsx";

const blank = { name: "", explain: "" };

/** spec/ui.md §8.2 */
export function EnrollPage() {
  const draft = useFormDraft("enroll", blank);
  const [words, setWords] = useState(draft.resumed ?? blank);
  const { name, explain } = words;
  const [picture, setPicture] = useState<Blob | null>(null);
  const [consent, setConsent] = useState(false);
  const profile = useMemberInfo();
  const client = useQueryClient();
  const { uuid } = useSession();
  const completing = useCommand(completeProfile, {
    refresh: (error) => {
      if (error !== undefined) return;
      forgetMissingProfile();
      return client.invalidateQueries({ queryKey: memberInfoQuery(uuid).queryKey });
    },
    onSuccess: draft.clear,
    success: "회원가입에 성공했습니다",
    failure: "회원가입에 실패했어요",
  });
  const navigate = useNavigate();
  const errors = fieldErrors(completing.error);

  const write = (next: typeof blank) => {
    setWords(next);
    draft.keep(next.name || next.explain ? next : undefined);
  };
  const submit = async () => {
    if (completing.isSuccess) return;
    const body = { memberName: name, memberExplain: explain };
    if (!(await completing.run({ body, picture }))) return;
    const path = rememberedReturnPath() ?? "/";
    forgetReturnPath();
    navigate(path, { replace: true });
  };

  const isUntouched = !completing.isPending && !completing.isSuccess && completing.error === null;
  if (profile.isSuccess && isUntouched) return <Navigate to="/" replace />;

  return (
    <Page width="form" glow>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1 className={styles.title}>프로필 완성하기</h1>
        <p className={styles.lead}>가입 후에도 모든 정보를 수정할 수 있어요</p>
        {draft.resumed && (
          <ResumedNote
            className={styles.note}
            onDiscard={() => {
              draft.clear();
              setWords(blank);
            }}
          />
        )}
        <Card className={styles.box}>
          <TextInput
            label="닉네임"
            required
            autoComplete="nickname"
            max={limits.memberName}
            value={name}
            onText={(name) => write({ ...words, name })}
            hint={errors.memberName}
            tone={errors.memberName ? "error" : "plain"}
          />
          <FieldGroup label="프로필 이미지" note="선택">
            <ImageInput onChange={setPicture} />
          </FieldGroup>
          <TextArea
            label="프로필 설명"
            required
            placeholder="자신을 소개해주세요!"
            max={limits.memberExplain}
            value={explain}
            onText={(explain) => write({ ...words, explain })}
            hint={errors.memberExplain}
            tone={errors.memberExplain ? "error" : "plain"}
          />
          <PolicyConsent checked={consent} onCheck={setConsent} />
        </Card>
        <div className={styles.end}>
          <SubmitButton
            look="action"
            size="large"
            wide
            pending={completing.isPending || completing.isSuccess}
            reason={missing([
              (isBlank(name) || isLonger(name, limits.memberName)) && "닉네임",
              (isBlank(explain) || isLonger(explain, limits.memberExplain)) && "프로필 설명",
              !consent && "정책 동의",
            ])}
          >
            🚀 알고모임 시작하기!
          </SubmitButton>
        </div>
      </form>
    </Page>
  );
}
