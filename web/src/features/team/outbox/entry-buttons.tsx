import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { teamDay } from "#web/lib/day-ends.ts";
import { useSession } from "#web/lib/session.ts";
import { outbox } from "#web/lib/unsent/device-outbox.ts";
import type { QueuedRecord } from "#web/lib/unsent/record.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { toast } from "#web/ui/toast.tsx";
import { teamPath } from "../copy-address.tsx";
import { plainText } from "./entry-texts.ts";
import { reopened } from "./reopen.ts";

const deleteQuestion = {
  title: "이 글을 지울까요?",
  text: "보내지 않은 글이 이 기기에서 지워져요.",
  yes: "지우기",
  danger: true,
} as const;

const notOpened = "글을 열지 못했어요. 잠시 후 다시 시도해 주세요.";
const notCopied = "복사하지 못했어요. 글을 직접 선택해 복사해 주세요.";

interface EntryButtonsProps {
  readonly entry: QueuedRecord;
  /** Called before another page is opened. */
  readonly onLeave: () => void;
}

/** The actions on an unsent text, which depend on its state (spec/daily-use.md §7.7). */
export function EntryButtons({ entry, onLeave }: EntryButtonsProps) {
  const { confirm } = useDialogs();
  const { isLoggedIn } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { state, command, fields } = entry;
  const { about, blocked, isSending } = command;

  const open = async (how?: Parameters<typeof reopened>[1]) => {
    const target = await reopened(entry, how);
    if (!target) return toast.error(notOpened);
    onLeave();
    await navigate(target.to, { state: target.state });
  };
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(plainText(fields.title, fields.html)).then(
      () => true,
      () => false,
    );
    if (copied) toast.success("복사했어요");
    else toast.error(notCopied);
  };
  const remove = async () => {
    if (!(await confirm(deleteQuestion))) return;
    await outbox.remove(entry);
  };
  const toDay = async () => {
    const day = about.day ?? teamDay(about.teamId, command.firstTriedAt ?? command.createdAt);
    onLeave();
    await navigate(teamPath({ teamId: about.teamId, date: day }));
  };

  const act = (label: string, onClick: () => unknown, isOff = false) => (
    <Button key={label} look="neutral" size="small" aria-disabled={isOff} onClick={() => void onClick()}>
      {label}
    </Button>
  );
  const openAct = () => act("열기", () => open(), isSending);
  const login = () => (
    <ButtonLink
      key="login"
      to="/login"
      state={{ from: pathname + search }}
      look="neutral"
      size="small"
      onClick={onLeave}
    >
      로그인
    </ButtonLink>
  );
  const sendNow = () => act("지금 보내기", () => outbox.sendNow(entry), isSending);

  function ownActs(): readonly ReactNode[] {
    if (state === "unsure")
      return [act("그날 보기", toDay), act("다시 보내기", () => outbox.sendAgain(entry))];
    if (!isLoggedIn) return [login()];
    if (!blocked) return [sendNow(), openAct()];
    switch (blocked.code) {
      case "author-not-in-team":
        return [act("글 복사하기", copy)];
      case "stale-revision":
        return [act("확인하기", () => open({ isSubmitted: true }))];
      case "article-not-found":
        return [act("새 글로 쓰기", () => open({ asNew: true }))];
      case "subject-exists":
        return [act("확인하기", () => open())];
      case "expired":
        return [openAct()];
      default:
        return [sendNow(), openAct()];
    }
  }
  return (
    <>
      {ownActs()}
      {act("지우기", remove, isSending)}
    </>
  );
}
