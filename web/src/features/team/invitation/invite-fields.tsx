import { useId } from "react";
import { limits } from "#contracts/limits";
import { announce } from "#web/ui/announcer.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Segments } from "#web/ui/segments.tsx";
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
  const set = (maxUses: number) => {
    onTerms({ ...terms, maxUses });
    announce(`${maxUses}명까지`);
  };
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
        {/* biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset cannot be placed in a grid */}
        <div className={styles.stepper} role="group" aria-label="몇 명까지" aria-describedby={hint}>
          <IconButton
            icon="minus"
            label="한 명 줄이기"
            disabled={maxUses <= 1}
            onClick={() => set(maxUses - 1)}
          />
          <b>{maxUses}명</b>
          <IconButton
            icon="plus"
            label="한 명 늘리기"
            disabled={maxUses >= most}
            onClick={() => set(maxUses + 1)}
          />
        </div>
        <Hint id={hint}>자리가 {free}개 남았어요</Hint>
      </div>
    </div>
  );
}
