import { Button } from "#web/ui/button.tsx";
import styles from "./aside.module.css";

const words = {
  create: {
    title: "팀 생성하기",
    waiting: "신청자가 한 명 이상 있어야 팀을 만들 수 있어요. 조금만 더 기다려 볼까요?",
    ready: "기다리고 있는 신청자들과 지금 팀을 시작해 보세요.",
  },
  invite: {
    title: "팀에 초대하기",
    waiting: "신청자가 한 명 이상 있어야 초대할 수 있어요. 조금만 더 기다려 볼까요?",
    ready: "기다리고 있는 신청자 모두를 팀으로 초대해요.",
  },
} as const;

/** A team from the applicants, or all of them into the linked one (spec/ui.md §13.2). */
export const AdmitBox = ({
  kind,
  applicants,
  isPending = false,
  onAdmit,
}: {
  kind: keyof typeof words;
  applicants: number;
  isPending?: boolean;
  onAdmit: () => void;
}) => {
  const { title, waiting, ready } = words[kind];
  return (
    <section className={`${styles.box} ${styles.go}`} aria-label={title}>
      <h3>{title}</h3>
      <p>{applicants === 0 ? waiting : ready}</p>
      <Button wide disabled={applicants === 0 && !isPending} pending={isPending} onClick={onAdmit}>
        {title}
      </Button>
    </section>
  );
};
