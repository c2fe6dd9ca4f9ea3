import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { defaultMemberPicture } from "#contracts/images/api";
import { limits } from "#contracts/limits";
import { changeProfile, type Profile } from "#contracts/member/api";
import { fieldErrors } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { memberInfoQuery } from "#web/lib/member-info.ts";
import { useSession } from "#web/lib/session.ts";
import { useFormDraft } from "#web/lib/unsent/use-form-draft.ts";
import { useLeaveGuard } from "#web/lib/use-leave-guard.ts";
import { Button } from "#web/ui/button.tsx";
import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { ImageInput } from "#web/ui/image-input.tsx";
import { FormButtons, SectionHead } from "#web/ui/layout.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { ResumedNote } from "#web/ui/resumed-note.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { toast } from "#web/ui/toast.tsx";
import styles from "./my-page.module.css";
import { type ProfileForm, unsavableReason } from "./profile-form.ts";
import { ownProfileQuery } from "./queries.ts";
import { EditGroupRow, EditRow } from "./rows.tsx";

/** The form of the profile; the saved one is fetched again before the view is shown (spec/ui.md §14.1). */
export function ProfileModify({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const saved = { name: profile.memberName, explain: profile.memberExplain };
  const draft = useFormDraft("profile", saved);
  const [form, setForm] = useState<ProfileForm>({ ...saved, ...draft.resumed, picture: null });
  const { alert } = useDialogs();
  const client = useQueryClient();
  const { uuid } = useSession();
  const changing = useCommand(changeProfile, {
    onSuccess: ({ data }) => {
      client.setQueryData(ownProfileQuery(uuid).queryKey, data);
      void client.invalidateQueries({ queryKey: memberInfoQuery(uuid).queryKey });
      draft.clear();
    },
    failure: "프로필 변경에 실패했습니다",
  });
  const errors = fieldErrors(changing.error);
  const put = (change: Partial<ProfileForm>) => setForm((now) => ({ ...now, ...change }));
  const write = (change: Partial<typeof saved>) => {
    put(change);
    const { name, explain } = { ...form, ...change };
    draft.keep({ name, explain });
  };
  const reason = unsavableReason(form, profile);
  const isBusy = changing.isPending || changing.isSuccess;
  const isDirty = form.picture !== null || form.name !== saved.name || form.explain !== saved.explain;
  const release = useLeaveGuard(isDirty);
  const end = () => {
    release();
    onDone();
  };

  const save = async () => {
    if (changing.isSuccess || reason !== undefined) return;
    const { name, explain, picture } = form;
    if (!(await changing.run({ body: { memberName: name, memberExplain: explain }, picture }))) return;
    await client.fetchQuery({ ...ownProfileQuery(uuid), staleTime: 0 }).then(
      () => toast.success("프로필 변경에 성공했습니다"),
      () => alert("변경된 프로필 조회를 실패했습니다"),
    );
    end();
  };

  return (
    <form
      noValidate
      aria-label="내 프로필"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SectionHead>
        <SectionTitle>내 프로필</SectionTitle>
      </SectionHead>
      {draft.resumed && (
        <ResumedNote
          className={styles.note}
          onDiscard={() => {
            draft.clear();
            put(saved);
          }}
        />
      )}
      <div className={cx(cardClass({ card: true }), styles.rows)}>
        <EditGroupRow label="이미지">
          <ImageInput
            round
            present={profile.imageUrl === defaultMemberPicture ? null : profile.imageUrl}
            onChange={(picture) => put({ picture })}
          />
        </EditGroupRow>
        <EditRow
          label="이름"
          autoComplete="nickname"
          max={limits.memberName}
          value={form.name}
          error={errors.memberName}
          onText={(name) => write({ name })}
        />
        <EditRow
          label="자기소개"
          multiline
          max={limits.memberExplain}
          value={form.explain}
          error={errors.memberExplain}
          onText={(explain) => write({ explain })}
        />
      </div>
      <FormButtons>
        <Button
          look="neutral"
          size="large"
          disabled={isBusy}
          onClick={() => {
            draft.clear();
            end();
          }}
        >
          취소
        </Button>
        <SubmitButton size="large" pending={isBusy} reason={reason}>
          저장하기
        </SubmitButton>
      </FormButtons>
    </form>
  );
}
