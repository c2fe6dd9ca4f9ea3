import type { ReactNode } from "react";
import growth from "./covers/growth.svg?no-inline";
import { climb, DarkCode } from "./dark-code.tsx";
import { MonthPicture } from "./month-picture.tsx";
import { columnClass, Section, Title } from "./section.tsx";
import styles from "./strengths.module.css";

const strengths: readonly { title: string; text: string; tags: readonly string[]; art: ReactNode }[] = [
  {
    title: "캘린더에 남는 기록",
    text: "언제 무엇을 풀었는지 한눈에 보여요. 내가 쓴 글은 마이페이지에 따로 모여요.",
    tags: ["팀 캘린더", "마이페이지"],
    art: <MonthPicture small />,
  },
  {
    title: "읽기 좋은 코드 블록",
    text: "줄 번호와 색을 입힌 코드로 오늘의 풀이를 남기고, 버튼 하나로 복사해 가요.",
    tags: ["코드블럭", "오늘의풀이"],
    art: (
      <div className={styles.code}>
        <DarkCode code={climb} />
      </div>
    ),
  },
  {
    title: "함께라서 자라는 실력",
    text: "같은 문제를 다르게 푼 동료의 글만큼 좋은 해설은 없어요.",
    tags: ["팀 페이지", "팀모집"],
    art: <img src={growth} width={280} height={180} alt="" />,
  },
];

/** The strengths of the product, dark in both themes. */
export const Strengths = () => (
  <Section tone="night" label="strengths-title">
    <div className={columnClass}>
      <Title id="strengths-title">
        쌓이는 만큼 보이니까,
        <br />
        계속하게 됩니다
      </Title>
      <div className={styles.strengths}>
        {strengths.map(({ title, text, tags, art }) => (
          <article key={title} className={styles.strength}>
            <div className={styles.art} aria-hidden="true">
              {art}
            </div>
            <h3>{title}</h3>
            <p>{text}</p>
            <ul>
              {tags.map((tag) => (
                <li key={tag}>{tag}</li>
              ))}
            </ul>
          </article>
        ))}
      </div>
    </div>
  </Section>
);
