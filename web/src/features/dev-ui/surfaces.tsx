import { Avatar, Avatars } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { BodyView } from "#web/ui/body-view.tsx";
import { cannedBody } from "#web/ui/canned-bodies.ts";
import { Card, cardClass } from "#web/ui/card.tsx";
import { Cover } from "#web/ui/cover.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { iconShapes } from "#web/ui/icon-shapes.tsx";
import { LogoMark, Wordmark } from "#web/ui/logo.tsx";
import { Glow, glowFrameClass, linkClass, Page, PageHead, SectionTitle } from "#web/ui/page.tsx";
import { Person } from "#web/ui/person.tsx";
import { WithSideTabs } from "#web/ui/side-tabs.tsx";
import styles from "./dev-ui.module.css";
import { InStates } from "./in-states.tsx";
import type { Specimen } from "./specimen.ts";

const names = ["도토리", "밤톨", "호두", "솔방울", "조약돌", "은행잎", "달팽이"];
const people = names.map((name) => ({ name }));
const tabs = [
  { to: "/dev/ui", label: "프로필", icon: "user", isCurrent: true },
  { to: "/dev/ui#teams", label: "내 팀 관리", icon: "users", isCurrent: false },
] as const;

/** What stands still: signs, people, boxes, pages. */
export const surfaces: readonly Specimen[] = [
  {
    title: "로고와 아이콘",
    files: ["logo.tsx", "icon.tsx", "icon-shapes.tsx"],
    Show: () => (
      <>
        <div className={styles.row}>
          <LogoMark size={56} />
          <Wordmark height={32} />
        </div>
        <div className={styles.row}>
          {(Object.keys(iconShapes) as IconName[]).map((name) => (
            <figure key={name} className={styles.state}>
              <Icon name={name} />
              <figcaption>{name}</figcaption>
            </figure>
          ))}
        </div>
      </>
    ),
  },
  {
    title: "사람과 팀",
    files: ["avatar.tsx", "person.tsx", "cover.tsx"],
    Show: () => (
      <>
        <div className={styles.row}>
          {([24, 28, 32, 36, 44, 56, 96] as const).map((size, index) => (
            <Avatar key={size} name={names[index] ?? ""} size={size} live={size === 44} />
          ))}
          <Avatar name="깨진 그림" src="/images/missing.jpg" size={56} />
          <Avatars people={people} label={names.join(", ")} />
        </div>
        <div className={styles.row}>
          <Person name="도토리" sub="2036-03-19 20:30" />
          <Cover width={80} />
          <Cover width={80} src="/icon-192.png" shape="box" />
        </div>
      </>
    ),
  },
  {
    title: "배지",
    files: ["badge.tsx"],
    Show: () => (
      <div className={styles.row}>
        <Badge look="open">모집중</Badge>
        <Badge look="running">운영중</Badge>
        <Badge look="closed">모집완료</Badge>
        <Badge look="chip">
          <Icon name="users" size="small" />3
        </Badge>
        <Badge look="fresh">방금</Badge>
      </div>
    ),
  },
  {
    title: "상자",
    files: ["card.tsx"],
    Show: () => (
      <>
        <InStates>
          <button type="button" className={cardClass({ card: true, pad: true })}>
            눌러서 여는 상자
          </button>
        </InStates>
        <div className={styles.row}>
          <Card pad>상자</Card>
          <Card pad warm>
            고른 상자
          </Card>
        </div>
      </>
    ),
  },
  {
    title: "페이지",
    files: ["page.tsx", "side-tabs.tsx", "hidden-text.tsx"],
    Show: () => (
      <>
        <Page glow>
          <PageHead title="마이페이지" lead="모든 정보를 수정할 수 있어요" />
          <InStates>
            <WithSideTabs label="계정 정보" tabs={tabs}>
              <SectionTitle>내 프로필</SectionTitle>
              <a className={linkClass} href="/dev/ui">
                글 속의 링크
              </a>
            </WithSideTabs>
          </InStates>
        </Page>
        <div className={glowFrameClass}>
          <Glow />
          <HiddenText>소리로만 듣는 글</HiddenText>
        </div>
      </>
    ),
  },
  {
    title: "본문",
    files: ["body-view.tsx"],
    Show: () => (
      <div className={styles.column}>
        <BodyView html={cannedBody(2)} imageUrl={null} />
      </div>
    ),
  },
];
