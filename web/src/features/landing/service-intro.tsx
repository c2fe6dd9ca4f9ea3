import type { ReactNode } from "react";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { GoalsArt, GroupsArt, NotesArt } from "./feature-art.tsx";
import { columnClass, Section, Title } from "./section.tsx";
import styles from "./service-intro.module.css";

const features: readonly { title: string; text: string; art: ReactNode }[] = [
  {
    title: "팀 스터디 관리",
    text: "함께 목표를 정하고, 오늘 어디까지 풀었는지 매일 나눠요.",
    art: <GoalsArt />,
  },
  {
    title: "풀이 기록 & 회고",
    text: "어떻게 떠올렸는지까지 적어 두고, 서로의 풀이에 피드백을 남겨요.",
    art: <NotesArt />,
  },
  {
    title: "스터디 그룹",
    text: "목표가 맞는 동료를 찾아 팀에 들어가거나, 새로운 팀을 만들어요.",
    art: <GroupsArt />,
  },
];

/** What the product is for, in three cards. */
export const ServiceIntro = () => (
  <Section tone="tint" label="intro-title">
    <div className={columnClass}>
      <Title
        id="intro-title"
        lead={
          <>
            혼자서는 막막하던 연습도 팀과 함께라면 꾸준해져요.
            <br />
            코딩 테스트를 준비하는 개발자와 학생을 위한 스터디 플랫폼입니다.
          </>
        }
      >
        알고모임 서비스 소개!
      </Title>
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
  </Section>
);
