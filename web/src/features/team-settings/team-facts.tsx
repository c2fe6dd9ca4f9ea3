import type { ReactNode } from "react";
import type { Topic } from "#contracts/team/api";
import { cx } from "#web/ui/cx.ts";
import { Tag } from "#web/ui/tag.tsx";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import styles from "./team-settings.module.css";

interface Facts {
  readonly teamId: number;
  readonly teamName: string;
  readonly teamExplain: string;
  readonly icon: string | undefined;
  readonly topic: Topic;
  readonly memberLimit: string | number;
  readonly password: string;
}

/** The team's data for managers, row by row. `dense` fits into half a dialog. */
export const TeamFacts = ({ facts, dense = false }: { facts: Facts; dense?: boolean }) => (
  <dl className={cx(styles.facts, dense && styles.dense)}>
    <Fact label="팀 이름">{facts.teamName}</Fact>
    <Fact label="팀 설명">{facts.teamExplain || <i className={styles.none}>아직 설명이 없어요</i>}</Fact>
    <Fact label="팀 아이콘">
      <TeamPicture teamId={facts.teamId} src={facts.icon} shape="box" width={dense ? 56 : 96} />
    </Fact>
    <Fact label="주제">
      <Tag category={facts.topic} />
    </Fact>
    <Fact label="인원 제한">{facts.memberLimit}명</Fact>
    <Fact label="입장 비밀번호">{facts.password}</Fact>
  </dl>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
