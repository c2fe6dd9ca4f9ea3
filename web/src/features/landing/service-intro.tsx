import type { ReactNode } from "react";
import { Sign, type SignKind } from "#web/features/team/rhythm/sign.tsx";
import { Avatar, Avatars } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Cover } from "#web/ui/cover.tsx";
import { cx } from "#web/ui/cx.ts";
import graph from "./covers/graph.svg?no-inline";
import night from "./covers/night.svg?no-inline";
import { columnClass, Section, Title } from "./section.tsx";
import styles from "./service-intro.module.css";

const week: readonly { name: string; days: readonly (SignKind | null)[] }[] = [
  { name: "도토리묵", days: ["wrote", "wrote", "wrote", "wrote", null] },
  { name: "밤샘코더", days: ["wrote", "rest", "wrote", "open", null] },
  { name: "초코라떼", days: ["excused", "wrote", "missed", "wrote", null] },
];
const weekdays = ["월", "화", "수", "목", "금"] as const;

/** The attendance of a week, with the signs of the team's settings. */
const PromiseArt = () => (
  <div className={styles.mini}>
    <div className={styles.days}>
      <span className={styles.head}>이번 주 약속</span>
      {weekdays.map((day) => (
        <span key={day}>{day}</span>
      ))}
    </div>
    {week.map(({ name, days }) => (
      <div key={name} className={styles.days}>
        <span className={styles.who}>
          <Avatar name={name} size={24} />
          {name}
        </span>
        {weekdays.map((day, index) => (
          <span key={day}>{days[index] && <Sign kind={days[index]} />}</span>
        ))}
      </div>
    ))}
  </div>
);

const NotesArt = () => (
  <>
    <div className={styles.mini}>
      <span className={styles.head}>누적 합으로 줄인 시간</span>
      <div className={styles.lines}>
        <span />
        <span />
        <span />
      </div>
    </div>
    <div className={styles.bubble}>경계값까지 적어 둔 게 좋아요</div>
  </>
);

const GroupsArt = () => (
  <>
    <div className={styles.mini}>
      <div className={styles.team}>
        <Cover src={graph} width={44} />
        <span>
          <span className={styles.head}>그래프탐험대</span>
          <small>8명이 함께해요</small>
        </span>
        <Badge look="open" className={styles.badge}>
          모집중
        </Badge>
      </div>
      <div className={styles.row}>
        <Avatars
          people={[{ name: "하람" }, { name: "준호" }, { name: "민들레" }, { name: "이음" }]}
          total={8}
          label=""
        />
        신청하기
      </div>
    </div>
    <div className={styles.mini}>
      <div className={styles.team}>
        <Cover src={night} width={44} />
        <span>
          <span className={styles.head}>자정의큐</span>
          <small>15명이 함께해요</small>
        </span>
        <Badge look="running" className={styles.badge}>
          운영중
        </Badge>
      </div>
    </div>
  </>
);

const features: readonly { title: string; text: string; art: ReactNode }[] = [
  {
    title: "팀 스터디 관리",
    text: "한 주에 며칠 쓸지 약속하고, 오늘의 진도를 나눠요. 문제는 대기열에서 매일 올라와요.",
    art: <PromiseArt />,
  },
  {
    title: "풀이 기록 & 회고",
    text: "어떻게 떠올렸는지까지 적고, 팀원의 풀이를 읽어요.",
    art: <NotesArt />,
  },
  {
    title: "스터디 그룹",
    text: "목표가 맞는 동료를 찾아 팀에 들어가거나, 새로운 팀을 만들어요.",
    art: <GroupsArt />,
  },
];

/** Explains the purpose of the product in three cards. */
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
