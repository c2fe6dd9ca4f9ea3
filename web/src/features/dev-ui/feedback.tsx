import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { ConflictDialog } from "#web/ui/conflict-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FailedState } from "#web/ui/failed-state.tsx";
import { FoldedText } from "#web/ui/folded-text.tsx";
import { friends } from "#web/ui/friends.tsx";
import { LiveNote } from "#web/ui/live-note.tsx";
import { LoadingView } from "#web/ui/loading-view.tsx";
import { NotFound } from "#web/ui/not-found.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ResumedNote } from "#web/ui/resumed-note.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";
import styles from "./dev-ui.module.css";
import type { Specimen } from "./specimen.ts";

function DialogSpecimen() {
  const { alert, confirm } = useDialogs();
  const [open, setOpen] = useState<"dialog" | "conflict" | "sheet" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={styles.row}>
      <Button look="neutral" onClick={() => void alert("로그아웃 되었습니다!")}>
        알림 창
      </Button>
      <Button
        look="neutral"
        onClick={() => void confirm({ title: "정말로 삭제하시겠습니까?", yes: "삭제하기", danger: true })}
      >
        확인 창
      </Button>
      <Button look="neutral" onClick={() => setOpen("dialog")}>
        창
      </Button>
      <Button look="neutral" onClick={() => setOpen("conflict")}>
        충돌 창
      </Button>
      <Button look="neutral" onClick={() => setOpen("sheet")}>
        아래에서 오르는 판
      </Button>
      <Dialog
        open={open === "dialog"}
        onClose={close}
        title="제목"
        text="둘째 줄"
        buttons={<Button onClick={close}>확인</Button>}
      />
      <ConflictDialog
        open={open === "conflict"}
        mine={<p>내가 쓴 글</p>}
        stored={<p>저장된 글</p>}
        onUseStored={close}
        onKeepMine={close}
        onBack={close}
      />
      <Sheet open={open === "sheet"} label="상태 변경" onClose={close}>
        <Button look="ghost" wide onClick={close}>
          공동 방장으로 지정
        </Button>
      </Sheet>
    </div>
  );
}

/** What answers, waits, or is missing. */
export const feedback: readonly Specimen[] = [
  {
    title: "창",
    files: ["dialog.tsx", "dialogs.tsx", "asked-dialog.tsx", "conflict-dialog.tsx", "sheet.tsx"],
    Show: DialogSpecimen,
  },
  {
    title: "짧은 알림",
    files: ["toast.tsx", "notice.tsx", "live-note.tsx"],
    Show: () => (
      <div className={styles.column}>
        <div className={styles.row}>
          <Button look="neutral" onClick={() => void toast("참가할 수 없는 상태입니다.")}>
            알림
          </Button>
          <Button look="neutral" onClick={() => void toast.success("문제 삭제 성공")}>
            성공
          </Button>
          <Button look="neutral" onClick={() => void toast.error("팀 정보를 불러오지 못했어요")}>
            실패
          </Button>
          <Button look="neutral" onClick={() => void toast.loading("올리는 중…", { duration: 3000 })}>
            기다림
          </Button>
        </div>
        <Notice>가입 신청 전에 꼭 연락 방법을 확인해 주세요</Notice>
        <Notice tone="warning">다른 곳에서 바뀌었어요</Notice>
        <Notice tone="danger">저장하지 못했어요</Notice>
        <LiveNote text="소리로만 알리는 글" />
      </div>
    ),
  },
  {
    title: "다시 온 글",
    files: ["resumed-note.tsx"],
    Show: () => (
      <div className={styles.column}>
        <ResumedNote onDiscard={() => undefined} />
        <ResumedNote more="입장 비밀번호와 아이콘은 다시 넣어 주세요." onDiscard={() => undefined} />
      </div>
    ),
  },
  {
    title: "접은 글",
    files: ["folded-text.tsx"],
    Show: () => (
      <div className={styles.column}>
        <FoldedText lines={3} text={"한 줄\n".repeat(9)} className={styles.lines} />
        <FoldedText lines={3} text="접을 것이 없는 글" />
      </div>
    ),
  },
  {
    title: "기다림",
    files: ["loading-view.tsx", "skeleton.tsx"],
    Show: () => (
      <>
        <LoadingView />
        <div className={styles.column}>
          <Skeleton width={56} height={56} round />
          <Skeleton width="62%" height={28} />
          <Skeleton />
        </div>
      </>
    ),
  },
  {
    title: "빈 곳",
    files: ["empty-state.tsx", "failed-state.tsx", "friends.tsx", "not-found.tsx", "lost-scene.tsx"],
    Show: () => (
      <>
        <div className={styles.row}>
          {(Object.keys(friends) as (keyof typeof friends)[]).map((art) => (
            <EmptyState key={art} art={art} title={art} text="둘째 줄">
              <Button look="soft" size="small">
                다시 시도
              </Button>
            </EmptyState>
          ))}
        </div>
        <FailedState title="팀 정보를 불러오지 못했어요" onRetry={() => undefined} />
        <NotFound />
      </>
    ),
  },
];
