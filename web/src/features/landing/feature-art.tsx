import { Avatar, Avatars } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Cover } from "#web/ui/cover.tsx";
import graph from "./covers/graph.svg?no-inline";
import night from "./covers/night.svg?no-inline";
import styles from "./feature-art.module.css";

const goals = [
  { name: "도토리묵", done: 5 },
  { name: "밤샘코더", done: 4 },
  { name: "초코라떼", done: 2 },
];

export const GoalsArt = () => (
  <div className={styles.mini}>
    <span className={styles.head}>이번 주 목표 · 다섯 문제</span>
    {goals.map(({ name, done }) => (
      <div key={name} className={styles.goal}>
        <Avatar name={name} size={24} />
        <span className={styles.meter}>
          <span className={styles.filled} style={{ width: `${done * 20}%` }} />
        </span>
        {done}/5
      </div>
    ))}
  </div>
);

export const NotesArt = () => (
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

export const GroupsArt = () => (
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
