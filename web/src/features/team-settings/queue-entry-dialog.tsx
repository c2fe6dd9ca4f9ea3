import { type FormEvent, useId, useState } from "react";
import { limits } from "#contracts/limits";
import type { ProblemEntry } from "#contracts/problem-queue/api";
import type { Category } from "#contracts/subject/api";
import { TagChoice } from "#web/editor/writing/tag-choice.tsx";
import { ProblemsField, problemsOf } from "#web/features/team/problems-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { isLonger } from "#web/ui/counter.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextInput } from "#web/ui/input.tsx";
import styles from "./problem-queue.module.css";
import { useSaveEntry } from "./queue-commands.ts";

interface EntryDialogProps {
  readonly teamId: number;
  readonly entry: ProblemEntry;
  /** Called when it has closed. */
  readonly onGone: () => void;
}

/** Edits title, tag and references of an entry; a failed save keeps them. */
export function EntryDialog({ teamId, entry, onGone }: EntryDialogProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(true);
  const [title, setTitle] = useState(entry.title);
  const [category, setCategory] = useState<Category>(entry.category);
  const [problems, setProblems] = useState(() => JSON.stringify(entry.problems));
  const { save, isPending } = useSaveEntry(teamId, entry.entryId, () => setOpen(false));
  const isWrong = title.trim() === "" || isLonger(title, limits.postTitle);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong)
      save({ title, category, problems: problemsOf(problems).map((problem) => ({ ...problem })) });
  };
  return (
    <Dialog
      open={isOpen}
      onClose={() => setOpen(false)}
      onGone={onGone}
      title="문제 고치기"
      wide
      buttons={
        <>
          <Button look="neutral" onClick={() => setOpen(false)}>
            취소
          </Button>
          <Button type="submit" form={id} pending={isPending} aria-disabled={isWrong}>
            저장하기
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={submit}>
        <TextInput label="제목" required max={limits.postTitle} value={title} onText={setTitle} />
        <div className={styles.tags}>
          <TagChoice chosen={category} onChoose={setCategory} />
        </div>
        <ProblemsField value={problems} busy={isPending} onText={setProblems} ofDay />
      </form>
    </Dialog>
  );
}
