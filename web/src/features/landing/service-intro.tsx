import type { ReactNode } from "react";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { GoalsArt, GroupsArt, NotesArt } from "./feature-art.tsx";
import styles from "./service-intro.module.css";

const features: readonly { title: string; text: string; art: ReactNode }[] = [
  {
    title: "팀 스터디 관리",
    text: "팀의 목표를 정하고 오늘 어디까지 왔는지 매일 공유해요.",
    art: <GoalsArt />,
  },
  {
    title: "풀이 기록 & 회고",
    text: "어떻게 떠올렸는지까지 기록하고 서로 피드백을 주고받아요.",
    art: <NotesArt />,
  },
  { title: "스터디 그룹", text: "나와 맞는 동료를 찾아 팀에 들어가거나 새로 만들어요.", art: <GroupsArt /> },
];

/** What the product is for, in three cards. */
export const ServiceIntro = () => (
  <section className={styles.section}>
    <div className={styles.in}>
      <h2 className={styles.title}>알고모임 서비스 소개!</h2>
      <p className={styles.lead}>
        혼자서는 어렵던 공부가 팀과 함께라면 꾸준해져요.
        <br />
        개발자와 학생을 위한 코딩 테스트 스터디 플랫폼입니다.
      </p>
      <div className={styles.features}>
        {features.map(({ title, text, art }) => (
          <Card key={title} className={cx(styles.feature)}>
            <div className={styles.art} aria-hidden="true">
              {art}
            </div>
            <div className={styles.text}>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </Card>
        ))}
      </div>
    </div>
  </section>
);
