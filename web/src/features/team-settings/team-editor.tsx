import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { allKey } from "#contracts/live";
import { changeTeamInfo, type TeamAdmin } from "#contracts/team/api";
import { TeamFields } from "#web/features/team/team-fields.tsx";
import { draftFields, lacksOf, withDraft } from "#web/features/team/team-form.ts";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { useConflict } from "#web/lib/calls/use-conflict.ts";
import { useFormDraft } from "#web/lib/unsent/use-form-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { FormButtons } from "#web/ui/layout.tsx";
import { LateNotice } from "#web/ui/notice.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { ResumedNote } from "#web/ui/resumed-note.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { missing, unchanged } from "#web/ui/wrong-fields.ts";
import { settingsKeys } from "./queries.ts";
import { formOf, isChanged, partsOf } from "./team-change.ts";
import { TeamConflict } from "./team-conflict.tsx";
import styles from "./team-settings.module.css";

interface TeamEditorProps {
  readonly teamId: number;
  /** The team as shown when editing began. */
  readonly begun: TeamAdmin;
  /** The current team, which never overwrites what is being typed. */
  readonly present: TeamAdmin;
  /** Tells whether there are changes to save; false on unmount. */
  readonly onDirty: (isDirty: boolean) => void;
  readonly onDone: () => void;
  readonly onNoManager: () => void;
}

/** Edit mode (spec/ui.md §15.1); a state saved meanwhile by another manager is compared when saving. */
export function TeamEditor({ teamId, begun, present, onDirty, onDone, onNoManager }: TeamEditorProps) {
  const draft = useFormDraft(`team/${teamId}`, draftFields(formOf(begun)));
  // A resumed draft keeps its older revision, so that saving detects changes made since.
  const [base, setBase] = useState(() => ({ ...begun, revision: draft.since ?? begun.revision }));
  const [form, setForm] = useState(() => withDraft(formOf(begun), draft.resumed));
  const [picture, setPicture] = useState<Blob | null>(null);
  const [isPictureValid, setPictureValid] = useState(true);
  const end = () => {
    draft.clear();
    onDone();
  };
  const client = useQueryClient();
  const saving = useCommand(changeTeamInfo, {
    onSuccess: ({ data }) => {
      client.setQueryData(settingsKeys.team(teamId), data);
      for (const queryKey of [settingsKeys.team(teamId), ["my-teams"], ["team-directory", allKey]])
        void client.invalidateQueries({ queryKey });
      end();
    },
    success: "팀 수정 성공",
    failure: (error) =>
      conflict.show(error)
        ? null
        : { title: "팀 수정 요청 실패: 필드를 다시 입력해주세요", text: serverMessage(error) },
    onNoManager,
  });
  const isDirty = isChanged(form, picture, base);
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [onDirty, isDirty]);
  const reason =
    missing([!isPictureValid && "팀 아이콘", ...lacksOf(form, true)]) ?? (isDirty ? undefined : unchanged);
  const parts = partsOf(form, base);
  const isStale = present.revision > base.revision && !saving.isPending && !saving.isSuccess;

  const save = async (ifMatch: number) => {
    if (reason === undefined) await saving.run({ params: { teamId }, body: { ...parts }, picture, ifMatch });
  };
  const takeStored = (stored: TeamAdmin) => {
    draft.clear();
    setBase(stored);
    setForm(formOf(stored));
    setPicture(null);
    setPictureValid(true);
  };
  const conflict = useConflict<TeamAdmin>({
    onUseStored: takeStored,
    onKeepMine: (stored) => void save(stored.revision),
  });

  return (
    <section aria-label="팀 정보 수정하기">
      <SectionTitle>팀 정보 수정하기</SectionTitle>
      <p className={styles.lead}>저장 후에도 모든 정보를 수정할 수 있어요</p>
      {draft.resumed && (
        <ResumedNote
          className={styles.infoResumed}
          more="입장 비밀번호와 아이콘은 저장된 그대로예요."
          onDiscard={() => takeStored(present)}
        />
      )}
      <LateNotice className={styles.stale}>
        {isStale && "그사이 저장된 팀 정보가 바뀌었어요. 쓰던 내용은 그대로이고, 저장할 때 비교할 수 있어요."}
      </LateNotice>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save(base.revision);
        }}
      >
        <TeamFields
          key={base.revision}
          form={form}
          stored={{ teamId, icon: base.teamIconUrl }}
          error={saving.error}
          onForm={(next) => {
            setForm(next);
            draft.keep(isChanged(next, null, base) ? draftFields(next) : undefined, base.revision);
          }}
          onPicture={(next, valid) => {
            setPictureValid(valid);
            setPicture(next);
          }}
        />
        <FormButtons>
          <Button look="neutral" size="large" onClick={end}>
            취소
          </Button>
          <SubmitButton size="large" reason={reason} pending={saving.isPending}>
            저장하기
          </SubmitButton>
        </FormButtons>
      </form>
      <TeamConflict
        teamId={teamId}
        mine={{ ...parts, topic: form.topic ?? base.topic, icon: base.teamIconUrl, picture }}
        conflict={conflict}
        pending={saving.isPending}
      />
    </section>
  );
}
