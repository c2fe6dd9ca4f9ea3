import { useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { refusals } from "#contracts/errors";
import { lengthOf, limits } from "#contracts/limits";
import { joinTeam } from "#contracts/membership/api";
import { useRefresh } from "#web/features/team/use-refresh.ts";
import { isRefusal, serverMessage } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { continueAfterLogin } from "#web/lib/continuation.ts";
import { rememberSeen } from "#web/lib/my-applications.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { useSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { inputClass } from "#web/ui/input.tsx";
import styles from "./team-dashboard.module.css";

/** The dialog to join this team by password (spec/ui.md §10). Each click on `비밀번호 입력` increments `presses`. */
export function JoinWindow({ teamId, presses }: { teamId: number; presses: number }) {
  const { isLoggedIn, uuid } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { alert } = useDialogs();
  const refresh = useRefresh(teamId);
  const [isOpen, setOpen] = useState(false);
  // The dialog is hidden during an alert and then reopens with the typed password.
  const [isAlerting, setAlerting] = useState(false);
  const [isRefreshing, setRefreshing] = useState(false);
  const [password, setPassword] = useState("");
  const [wrong, setWrong] = useState<string>();
  const form = useId();
  const input = useRef<HTMLInputElement>(null);
  const goToLogin = () => {
    continueAfterLogin("open-password", pathname);
    void navigate("/login", { state: { from: pathname + search } });
  };

  const showAlert = async (text: string) => {
    setAlerting(true);
    await alert(text);
    setAlerting(false);
  };
  const update = async () => {
    setRefreshing(true);
    // A pending application becomes accepted, which must not appear as news to the applicant.
    if (uuid !== null) rememberSeen(uuid, serverTime());
    const isFresh = await refresh.membership().then(
      () => true,
      () => false,
    );
    setOpen(false);
    setRefreshing(false);
    if (!isFresh) await alert("팀 목록 최신화에 실패했습니다");
    return isFresh;
  };
  const joining = useCommand(joinTeam, {
    failure: async (error) => {
      const message = serverMessage(error);
      // The member has joined in another tab, so only the queries are refreshed.
      if (message === refusals["already-joined"].message) await update();
      else if (isRefusal(error, "wrong-entry-password")) {
        setWrong(password);
        input.current?.focus();
      } else await showAlert(message ?? "팀 가입 요청에 실패했습니다.");
      return null;
    },
  });
  const submit = async () => {
    const typed = password.trim();
    if (!isLoggedIn) {
      setOpen(false);
      goToLogin();
    } else if (lengthOf(typed) !== limits.entryPasswordDigits)
      await showAlert("비밀번호 4자리를 입력해 주세요.");
    else if (await joining.run({ params: { teamId }, body: { password: typed } })) await update();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each click opens the dialog
  useEffect(() => {
    setPassword("");
    setWrong(undefined);
    setOpen(isLoggedIn);
    if (!isLoggedIn) goToLogin();
  }, [presses]);

  const isPending = joining.isPending || isRefreshing;
  const isWrong = wrong === password;
  return (
    <Dialog
      open={isOpen && !isAlerting}
      onClose={() => isPending || setOpen(false)}
      title="팀 비밀번호를 입력해 주세요"
      text="방장에게 받은 네 자리 숫자예요."
      initialFocus={input}
      buttons={
        <Button type="submit" form={form} wide pending={isPending}>
          팀 참가하기 →
        </Button>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) void submit();
        }}
      >
        <input
          ref={input}
          className={cx(inputClass, styles.password)}
          placeholder="숫자 4자리"
          aria-label="비밀번호"
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${form}-wrong` : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={password}
          onChange={(event) => isPending || setPassword(event.target.value)}
        />
        {isWrong && (
          <Hint id={`${form}-wrong`} tone="error">
            {refusals["wrong-entry-password"].message}
          </Hint>
        )}
      </form>
    </Dialog>
  );
}
