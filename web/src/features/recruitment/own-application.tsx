import { useId } from "react";
import type { Application } from "#contracts/application/api";
import { limits } from "#contracts/limits";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Counter } from "#web/ui/counter.tsx";
import { cx } from "#web/ui/cx.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { FoldedText } from "#web/ui/folded-text.tsx";
import { inputClass, limited } from "#web/ui/input.tsx";
import { ResumedNote } from "#web/ui/resumed-note.tsx";
import { shownLines } from "./application-item.tsx";
import styles from "./applications.module.css";
import { blankApplication, useEditApplication, useWithdrawApplication } from "./commands.ts";
import { applicationMoves } from "./standing.ts";
import type { Pen } from "./use-pen.ts";

interface OwnApplicationProps {
  readonly recruitmentId: number;
  readonly application: Application;
  readonly pen: Pen;
}

/** The caller's own application, to read, to change, to take back. */
export function OwnApplication({ recruitmentId, application, pen }: OwnApplicationProps) {
  const { draft, onDraft, onEditEnd } = pen;
  const nameId = useId();
  const { alert } = useDialogs();
  const params = { applyId: application.teamApplyId };
  const { run: edit, isPending: isSaving } = useEditApplication(recruitmentId, onEditEnd);
  const { run: withdraw } = useWithdrawApplication(recruitmentId);
  const save = (text: string) =>
    text.trim() === "" ? alert(blankApplication) : edit({ params, body: { teamApplyBody: text } });
  const moves = applicationMoves(application, false);
  return (
    <li className={cx(styles.application, styles.mine)}>
      <Avatar name={application.memberName} size={36} />
      <span className={styles.name}>
        <span id={nameId}>{application.memberName}</span>
        <span className={styles.mark}>내 신청</span>
      </span>
      {draft === null ? (
        <>
          <span className={styles.tools}>
            {moves.edit && (
              <button type="button" className={styles.tool} onClick={() => pen.onEdit(application)}>
                수정
              </button>
            )}
            {moves.withdraw && (
              <button
                type="button"
                className={cx(styles.tool, styles.danger)}
                onClick={() => void withdraw({ params })}
              >
                삭제
              </button>
            )}
          </span>
          <FoldedText
            className={styles.text}
            lines={shownLines}
            of={nameId}
            text={application.teamApplyBody}
          />
        </>
      ) : (
        <div className={styles.editing}>
          {pen.isDraftResumed && (
            <ResumedNote
              onDiscard={() => {
                onEditEnd();
                pen.onEdit(application);
              }}
            />
          )}
          <textarea
            className={inputClass}
            aria-label="신청 내용 수정"
            // biome-ignore lint/a11y/noAutofocus: the person has just pressed 수정
            autoFocus
            readOnly={isSaving}
            value={draft}
            {...limited(limits.application, onDraft)}
          />
          <div className={styles.end}>
            <Counter text={draft} max={limits.application} />
            <Button look="neutral" size="small" disabled={isSaving} onClick={onEditEnd}>
              취소
            </Button>
            <Button size="small" pending={isSaving} onClick={() => void save(draft)}>
              저장하기
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}
