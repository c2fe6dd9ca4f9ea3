import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { dayEnds, studyDayEnd } from "#contracts/dates";
import { limits } from "#contracts/limits";
import { changeDayEnd, endPromise, type Rhythm, setPromise } from "#contracts/rhythm/api";
import { weekdays } from "#contracts/rhythm/days";
import { lastMinute } from "#web/features/team/rhythm/day-texts.ts";
import { rhythmQuery, useRhythmRefresh } from "#web/features/team/rhythm/queries.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { useLeaveGuard } from "#web/lib/use-leave-guard.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Hint } from "#web/ui/hint.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { weekdayNames } from "#web/ui/month-calendar-days.ts";
import { SaveBar, saveBarForm, useSaveBar } from "#web/ui/save-bar.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { Select } from "#web/ui/select.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { firstWrong, lacking } from "#web/ui/wrong-fields.ts";
import styles from "./promise.module.css";
import {
  changesOf,
  choiceOf,
  fromText,
  isChanged,
  lastDayNow,
  type PromiseChoice,
  promiseOfChoice,
  replaceablePromise,
  startOf,
  untilText,
  withWeekday,
} from "./promise-choice.ts";
import { EndingPromise } from "./promise-view.tsx";

const wrongPromise = "약속을 다시 확인해 주세요.";
const choices = dayEnds.map((value) => ({ value, label: value }));

/** An unsaved change, and what was stored when it began: another manager's change meanwhile does not undo it. */
interface Edit {
  readonly begun: PromiseChoice;
  readonly choice: PromiseChoice;
}

/** Null if the choice is what is stored. */
const editOf = (choice: PromiseChoice, begun: PromiseChoice): Edit | null =>
  isChanged(choice, begun) ? { begun, choice } : null;

/** The end of the day and the promise, saved together. */
export function PromiseForm({ teamId, rhythm }: { teamId: number; rhythm: Rhythm }) {
  const client = useQueryClient();
  const isOnline = useOnline();
  const [edit, setEdit] = useState<Edit | null>(null);
  const [isTried, setTried] = useState(false);
  const begun = edit?.begun ?? choiceOf(rhythm);
  const choice = edit?.choice ?? begun;
  const changes = changesOf(choice, begun);
  useLeaveGuard(edit !== null);
  const { bar, onFocus, leave } = useSaveBar(edit !== null);
  const refresh = useRhythmRefresh(teamId);
  const failure = "설정을 저장하지 못했어요";
  const dayEnd = useCommand(changeDayEnd, { refresh, success: "하루의 끝을 바꾸었습니다.", failure });
  const promise = useCommand(setPromise, { refresh, success: "약속을 정했습니다.", failure });

  const isSaving = dayEnd.isPending || promise.isPending;

  // While it is being saved, even a return to what was stored is a change.
  const choose = (next: PromiseChoice) => setEdit(isSaving ? { begun, choice: next } : editOf(next, begun));
  const end = (left: (edit: Edit | null) => Edit | null) => {
    leave();
    setEdit(left);
    setTried(false);
  };
  /** What was chosen for the end of the day stays when the promise has ended. */
  const endPromiseOnly = () => {
    const stored = choiceOf(client.getQueryData(rhythmQuery(teamId).queryKey) ?? rhythm);
    end((now) => now && editOf({ ...stored, dayEndsAt: now.choice.dayEndsAt }, stored));
  };
  const isMissing = changes.promise && choice.kind === "weekdays" && choice.weekdays.length === 0;
  const save = async () => {
    const params = { teamId };
    if (changes.dayEnd) {
      const { dayEndsAt } = choice;
      if (!(await dayEnd.run({ params, body: { dayEndsAt } }))) return;
      // What is saved is no change any more if the promise is refused.
      setEdit((now) => now && { ...now, begun: { ...now.begun, dayEndsAt } });
    }
    if (changes.promise && !(await promise.run({ params, body: promiseOfChoice(choice) }))) return;
    // What was chosen meanwhile is not saved.
    end((now) => now && editOf(now.choice, choice));
  };

  return (
    <form
      noValidate
      aria-label="약속과 하루"
      className={saveBarForm}
      onFocus={onFocus}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isMissing) firstWrong(event.currentTarget)?.focus();
        else if (edit && isOnline) void save();
      }}
    >
      <Box title="하루의 끝">
        <div className={styles.dayEnd}>
          <p>오늘 {lastMinute(studyDayEnd(rhythm.today.date, choice.dayEndsAt).toISOString())}까지</p>
          <Select
            aria-label="하루의 끝"
            value={choice.dayEndsAt}
            choices={choices}
            onPick={(dayEndsAt) => choose({ ...choice, dayEndsAt })}
          />
        </div>
      </Box>
      <Box title="약속">
        <EndingPromise rhythm={rhythm} />
        <div className={styles.rows}>
          <Row label="쓰는 날" isTop>
            <DaysField choice={choice} isWrong={isTried && isMissing} onChoice={choose} />
          </Row>
          <Row label="쉬는 날">
            <span className={styles.amount}>
              한 달에
              <Stepper
                label="한 달에 쉬는 날"
                value={choice.restsPerMonth}
                least={0}
                most={limits.restsPerMonth}
                spoken={(count) => `${count}일`}
                onValue={(restsPerMonth) => choose({ ...choice, restsPerMonth })}
              />
              일
            </span>
          </Row>
          <Row label="시작">
            <span className={styles.start}>
              <Icon name="calendar" size="small" />
              {fromText(startOf(rhythm, changes.promise), rhythm.today.date)}
            </span>
          </Row>
        </div>
        <EndButton teamId={teamId} rhythm={rhythm} onEnded={endPromiseOnly} />
      </Box>
      {edit && (
        <SaveBar
          bar={bar}
          pending={isSaving}
          disabled={!isOnline}
          onUndo={() => !isSaving && end(() => null)}
        />
      )}
    </form>
  );
}

interface DaysFieldProps {
  readonly choice: PromiseChoice;
  readonly isWrong: boolean;
  readonly onChoice: (choice: PromiseChoice) => void;
}

/** On which weekdays, or on how many days of a week. */
function DaysField({ choice, isWrong, onChoice }: DaysFieldProps) {
  const hint = useId();
  return (
    <div className={styles.choice}>
      <Segments
        label="쓰는 날"
        options={[
          ["weekdays", "요일"],
          ["perWeek", "한 주에 며칠"],
        ]}
        value={choice.kind}
        onPick={(kind) => onChoice({ ...choice, kind })}
      />
      {choice.kind === "weekdays" ? (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend that grids cannot place */}
          <div
            role="group"
            aria-label="쓰는 요일"
            aria-describedby={isWrong ? hint : undefined}
            className={styles.weekdays}
            {...lacking(choice.weekdays.length === 0)}
          >
            {weekdays.map((day) => (
              <button
                key={day}
                type="button"
                className={styles.weekday}
                aria-pressed={choice.weekdays.includes(day)}
                aria-label={`${weekdayNames[day]}요일`}
                onClick={() => onChoice(withWeekday(choice, day))}
              >
                {weekdayNames[day]}
              </button>
            ))}
          </div>
          {isWrong && (
            <Hint id={hint} tone="error">
              {wrongPromise}
            </Hint>
          )}
        </>
      ) : (
        <span className={styles.amount}>
          <Stepper
            label="한 주에 쓰는 날"
            value={choice.perWeek}
            least={1}
            most={7}
            spoken={(count) => `${count}일`}
            onValue={(perWeek) => onChoice({ ...choice, perWeek })}
          />
          일
        </span>
      )}
    </div>
  );
}

/** Ends the promise in force with its week, or withdraws a first one that waits. */
function EndButton({ teamId, rhythm, onEnded }: { teamId: number; rhythm: Rhythm; onEnded: () => void }) {
  const { run, isPending } = useCommand(endPromise, {
    confirm: {
      title: "약속을 마칠까요?",
      text: rhythm.promise
        ? `${untilText(lastDayNow(rhythm), rhythm.today.date)} 세고 그 뒤에는 세지 않아요.`
        : "기다리는 약속이 사라져요.",
      yes: "마치기",
    },
    refresh: useRhythmRefresh(teamId),
    onSuccess: onEnded,
    success: "약속을 마치기로 했습니다.",
    failure: "약속을 마치지 못했어요",
  });
  if (!replaceablePromise(rhythm)) return null;
  return (
    <div className={styles.end}>
      <button
        type="button"
        className={cx(styles.action, styles.danger)}
        aria-disabled={isPending || undefined}
        onClick={() => void run({ params: { teamId } })}
      >
        약속 마치기
      </button>
    </div>
  );
}

/** A box of the settings. */
function Box({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={cx(cardClass({ card: true }), styles.setting)} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}

const Row = ({ label, isTop = false, children }: { label: string; isTop?: boolean; children: ReactNode }) => (
  <div>
    <span className={cx(styles.label, isTop && styles.top)} aria-hidden="true">
      {label}
    </span>
    {children}
  </div>
);
