import { useId } from "react";
import { limits } from "#contracts/limits";
import { Hint } from "#web/ui/hint.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import styles from "./invite-dialog.module.css";

export interface InviteTerms {
  readonly days: number;
  readonly maxUses: number;
}

const choices = [1, 3, 7, 14, 30] as const;

/** Validity and number of uses of a new link, at most the number of free seats. */
export function TermFields({
  terms,
  free,
  onTerms,
}: {
  terms: InviteTerms;
  free: number;
  onTerms: (terms: InviteTerms) => void;
}) {
  const hint = useId();
  const { days, maxUses } = terms;
  const most = Math.min(free, limits.invitationUses);
  return (
    <div className={styles.fields}>
      <div className={styles.field}>
        <span className={styles.label} aria-hidden="true">
          며칠 동안
        </span>
        <Segments
          label="며칠 동안"
          options={choices.map((each) => [String(each), each === days ? `${each}일` : String(each)])}
          value={String(days)}
          onPick={(value) => onTerms({ ...terms, days: Number(value) })}
        />
      </div>
      <div className={styles.field}>
        <span className={styles.label} aria-hidden="true">
          몇 명까지
        </span>
        <Stepper
          label="몇 명까지"
          less="한 명 줄이기"
          more="한 명 늘리기"
          value={maxUses}
          least={1}
          most={most}
          textOf={(count) => `${count}명`}
          spoken={(count) => `${count}명까지`}
          onValue={(maxUses) => onTerms({ ...terms, maxUses })}
          aria-describedby={hint}
        />
        <Hint id={hint}>자리가 {free}개 남았어요</Hint>
      </div>
    </div>
  );
}
