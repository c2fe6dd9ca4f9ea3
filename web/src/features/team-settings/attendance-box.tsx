import { type ReactNode, type RefObject, useState } from "react";
import { limits } from "#contracts/limits";
import { excuseDay, type Rhythm, takeBackExcuse, takeBackRest, takeRest } from "#contracts/rhythm/api";
import { isBlank } from "#contracts/texts";
import { restsLeftText, signNames } from "#web/features/team/rhythm/day-texts.ts";
import { useRhythmRefresh } from "#web/features/team/rhythm/queries.ts";
import { Sign } from "#web/features/team/rhythm/sign.tsx";
import { fieldErrors, isNoAnswer, serverMessage } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { isMobile } from "#web/lib/mobile.ts";
import { useFormDraft } from "#web/lib/unsent/use-form-draft.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { dayAndWeekday } from "#web/ui/date-texts.ts";
import { Hint } from "#web/ui/hint.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextInput } from "#web/ui/input.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import styles from "./attendance.module.css";
import {
  type AttendanceMember,
  type AttendanceState,
  type CellAction,
  restsLeftOn,
} from "./attendance-days.ts";

interface CellBoxProps {
  readonly teamId: number;
  readonly row: AttendanceMember;
  readonly state: AttendanceState;
  readonly day: string;
  readonly action: CellAction;
  readonly rhythm: Rhythm;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** What can be done with one day of a member: a popover at its cell, on narrow windows a sheet. */
export function CellBox(props: CellBoxProps) {
  const { row, state, day, action, rhythm, anchor, onClose } = props;
  const title = action === "rest" ? "쉬는 날" : "출석 인정";
  const close = () => {
    onClose();
    anchor.current?.focus();
  };
  const content = (
    <div className={styles.excuse}>
      <div className={styles.boxHead}>
        <h3>{title}</h3>
        <IconButton icon="x" label="닫기" onClick={close} />
      </div>
      <p className={styles.boxWho}>
        <Avatar name={row.member.memberName} src={row.member.imageUrl} />
        <b>{row.member.memberName}</b>
        <span>
          <span>{dayAndWeekday(day, rhythm.today.date)}</span>
          {state.state !== "off" && (
            <>
              <Sign kind={state.state} />
              <span>{signNames[state.state]}</span>
            </>
          )}
        </span>
      </p>
      <Body {...props} onDone={close} />
    </div>
  );
  if (isMobile())
    return (
      <Sheet open label={title} onClose={close}>
        {content}
      </Sheet>
    );
  return (
    <Popover role="dialog" anchor={anchor} aria-label={title} onClose={onClose}>
      {content}
    </Popover>
  );
}

type BodyProps = CellBoxProps & { readonly onDone: () => void };

function Body(props: BodyProps) {
  if (props.action === "rest") return <Rest {...props} />;
  if (props.state.state !== "excused") return <Excuse {...props} />;
  return (
    <>
      {props.state.reason && <p className={styles.reason}>{props.state.reason}</p>}
      {props.action === "excuse" && <TakeBack {...props} />}
    </>
  );
}

/** What a box says of a failed command instead of a dialog, which would close it. */
const failureText = (error: unknown): string | null =>
  error === null
    ? null
    : (serverMessage(error) ?? (isNoAnswer(error) ? "연결을 확인하고 다시 시도해 주세요." : null));

const reasonHint = "사유를 1자 이상 100자 이하로 입력해 주세요.";

function Excuse({ teamId, row, day, onDone }: BodyProps) {
  const draft = useFormDraft(`excuse/${teamId}/${row.member.uuid}/${day}`, { reason: "" });
  const [reason, setReason] = useState(draft.resumed?.reason ?? "");
  const [isTried, setTried] = useState(false);
  const leave = () => {
    draft.clear();
    onDone();
  };
  const { run, isPending, error } = useCommand(excuseDay, {
    refresh: useRhythmRefresh(teamId),
    onSuccess: leave,
    success: "출석을 인정했습니다.",
    failure: () => null,
  });
  const isMissing = isTried && isBlank(reason);
  const wrong = isMissing ? reasonHint : (fieldErrors(error).reason ?? failureText(error));
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isBlank(reason))
          void run({ params: { teamId, uuid: row.member.uuid, date: day }, body: { reason } });
        else event.currentTarget.querySelector("input")?.focus();
      }}
    >
      <TextInput
        label="사유"
        autoComplete="off"
        data-first-focus
        max={limits.reason}
        value={reason}
        required
        onText={(text) => {
          setReason(text);
          draft.keep(text === "" ? undefined : { reason: text });
        }}
        {...(wrong !== null && { hint: wrong, tone: "error" as const })}
      />
      <Buttons>
        <Button look="neutral" onClick={leave}>
          취소
        </Button>
        <Button type="submit" pending={isPending}>
          인정하기
        </Button>
      </Buttons>
    </form>
  );
}

function TakeBack({ teamId, row, day, onDone }: BodyProps) {
  const { run, isPending, error } = useCommand(takeBackExcuse, {
    refresh: useRhythmRefresh(teamId),
    onSuccess: onDone,
    success: "인정을 취소했습니다.",
    failure: () => null,
  });
  return (
    <>
      <Failure error={error} />
      <Buttons>
        <Button
          look="dangerSoft"
          pending={isPending}
          onClick={() => void run({ params: { teamId, uuid: row.member.uuid, date: day } })}
        >
          인정 취소
        </Button>
      </Buttons>
    </>
  );
}

function Rest({ teamId, row, state, day, rhythm, onDone }: BodyProps) {
  const rests = state.state === "rest";
  const refresh = useRhythmRefresh(teamId);
  const { run, isPending, error } = useCommand(rests ? takeBackRest : takeRest, {
    refresh,
    onSuccess: onDone,
    success: rests ? "쉬는 날을 취소했습니다." : "쉬는 날을 알렸습니다.",
    failure: () => null,
  });
  const left = restsLeftOn(rhythm, row, day);
  return (
    <>
      {(!rests || left > 0) && <p className={styles.left}>{restsLeftText(left, day, rhythm.today.date)}</p>}
      <Failure error={error} />
      <Buttons>
        <Button
          look={rests ? "dangerSoft" : "primary"}
          aria-disabled={!rests && left === 0}
          pending={isPending}
          onClick={() => void run({ params: { teamId, date: day } })}
        >
          {rests ? "쉬는 날 취소" : "이날 쉬기"}
        </Button>
      </Buttons>
    </>
  );
}

const Failure = ({ error }: { error: unknown }) => {
  const text = failureText(error);
  return text === null ? null : <Hint tone="error">{text}</Hint>;
};

const Buttons = ({ children }: { children: ReactNode }) => <div className={styles.foot}>{children}</div>;
