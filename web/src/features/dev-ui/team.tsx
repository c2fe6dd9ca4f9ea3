import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Article } from "#contracts/article/api";
import type { Subject } from "#contracts/subject/api";
import { AccountPage } from "#web/ui/account-page.tsx";
import { MonthCalendar } from "#web/ui/month-calendar.tsx";
import { Announcement } from "#web/ui/team/announcement.tsx";
import { AnnouncementBox } from "#web/ui/team/announcement-box.tsx";
import { AnnouncementForm } from "#web/ui/team/announcement-form.tsx";
import { ArticleDetail } from "#web/ui/team/article-detail.tsx";
import { ArticleSkeletons } from "#web/ui/team/article-skeletons.tsx";
import { ArticlesOfDay } from "#web/ui/team/articles-of-day.tsx";
import { DetailPane } from "#web/ui/team/detail-pane.tsx";
import { FailedPane } from "#web/ui/team/failed-pane.tsx";
import { LoadingPane } from "#web/ui/team/loading-pane.tsx";
import { subjectQuery } from "#web/ui/team/queries.ts";
import { SubjectDetail } from "#web/ui/team/subject-detail.tsx";
import { SubjectLink } from "#web/ui/team/subject-link.tsx";
import { TeamCalendar } from "#web/ui/team/team-calendar.tsx";
import styles from "./dev-ui.module.css";
import { InStates } from "./in-states.tsx";
import type { Specimen } from "./specimen.ts";

const today = "2036-03-19";
const noTeam = 0;
const nothing = () => undefined;

const articles: Article[] = ["방향까지 상태에 넣으니 풀렸어요", "우선순위 큐에 음수를 넣는 이유"].map(
  (articleTitle, index) => ({
    articleId: index + 1,
    articleTitle,
    articleBody: "<p>한 칸으로 온 경우와 <strong>두 칸으로 온 경우</strong>를 나눠 저장했다.</p>",
    createdDate: `${today} 20:30:00`,
    imageUrl: null,
    memberName: ["도토리", "호두"][index] ?? "",
    memberImage: "",
    isAuthor: index === 0,
    revision: 1,
  }),
);

/** A client of its own, so that what stands here never meets a server. */
const stocked = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
const problem: Subject = {
  articleId: 9,
  articleCategory: "코딩 테스트",
  articleTitle: "계단마다 다른 과일",
  articleBody: "<p>같이 풀어 봐요.</p>",
  createdDate: `${today} 09:00:00`,
  imageUrl: null,
  authorName: "도토리",
  authorImageUrl: "",
  revision: 1,
};
stocked.setQueryData<Subject>(subjectQuery(noTeam, today).queryKey as readonly unknown[], problem);

function CalendarSpecimen() {
  const [day, setDay] = useState(today);
  const tags = new Map([
    ["2036-03-10", "코딩 테스트"],
    ["2036-03-12", "스터디 복습"],
    ["2036-03-14", "스터디 예습"],
    ["2036-03-18", "스터디"],
  ]);
  return (
    <MonthCalendar
      selected={day}
      today={today}
      tags={tags}
      arrived={new Set(["2036-03-18"])}
      onSelect={setDay}
    />
  );
}

function AnnouncementSpecimen() {
  const line = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("이번 주 토요일 밤 9시에 모의 테스트를 봐요.");
  return (
    <div className={styles.column}>
      <InStates>
        <Announcement
          text={text}
          isOpen={isOpen}
          hasArrived={false}
          line={line}
          onToggle={() => setOpen(!isOpen)}
        />
      </InStates>
      <AnnouncementForm text={text} isSaving={false} onText={setText} onCancel={nothing} onSave={nothing} />
      <AnnouncementForm text={text} isSaving onText={setText} onCancel={nothing} onSave={nothing} />
      <AnnouncementBox teamId={noTeam} text="" isManager look="editor" onNoManager={nothing} />
    </div>
  );
}

function ArticlesSpecimen() {
  const [openId, setOpenId] = useState<number | null>(1);
  const page = { size: 6, number: 0, totalElements: 14, totalPages: 3 };
  const shown = {
    error: null,
    isWaiting: false,
    page: 0,
    openId,
    paneId: "article-pane",
    arrived: new Set(["2"]),
    invitation: "첫 글을 남겨 보세요",
    onOpen: ({ articleId }: Article) => setOpenId(articleId),
    onPage: nothing,
    onRetry: nothing,
  };
  return (
    <div className={styles.column}>
      <InStates>
        <ArticlesOfDay {...shown} articles={{ content: articles, page }} />
      </InStates>
      <ArticlesOfDay
        {...shown}
        articles={{ content: [], page: { ...page, totalElements: 0, totalPages: 0 } }}
      />
      <ArticleSkeletons />
      <FailedPane error={null} onRetry={nothing} />
    </div>
  );
}

const ReadingSpecimen = () => (
  <QueryClientProvider client={stocked}>
    <div className={styles.column}>
      <DetailPane id="article-pane" subject="article" label="글" isChosen={false}>
        <ArticleDetail
          teamId={noTeam}
          article={articles[0] as Article}
          isOutside={false}
          withheld={null}
          onDeleted={nothing}
        />
      </DetailPane>
      <DetailPane id="problem-pane" subject="problem" label="문제" isChosen={false}>
        <SubjectDetail teamId={noTeam} date={today} isManager onNoManager={nothing} />
      </DetailPane>
      <DetailPane id="loading-pane" subject="loading" label="불러오는 글" isChosen={false}>
        <LoadingPane />
      </DetailPane>
      <div className={styles.row}>
        {[true, false, undefined].map((hasSubject) => (
          <SubjectLink key={String(hasSubject)} teamId={noTeam} date={today} hasSubject={hasSubject} />
        ))}
      </div>
    </div>
  </QueryClientProvider>
);

/** What team page and team admin are made of. */
export const team: readonly Specimen[] = [
  {
    title: "캘린더",
    files: [
      "month-calendar.tsx",
      "month-calendar-day.tsx",
      "month-calendar-head.tsx",
      "team/team-calendar.tsx",
    ],
    Show: () => (
      <>
        <CalendarSpecimen />
        <TeamCalendar tags={[]} today={today} day={today} onDay={nothing} />
      </>
    ),
  },
  {
    title: "공지",
    files: [
      "team/announcement.tsx",
      "team/announcement-form.tsx",
      "team/announcement-editor.tsx",
      "team/announcement-box.tsx",
    ],
    Show: AnnouncementSpecimen,
  },
  {
    title: "이날의 글",
    files: [
      "team/articles-of-day.tsx",
      "team/article-card.tsx",
      "team/article-skeletons.tsx",
      "team/failed-pane.tsx",
    ],
    Show: ArticlesSpecimen,
  },
  {
    title: "읽기",
    files: [
      "team/detail-pane.tsx",
      "team/article-detail.tsx",
      "team/subject-detail.tsx",
      "team/subject-link.tsx",
      "team/post-head.tsx",
      "team/post-body.tsx",
      "team/loading-pane.tsx",
    ],
    Show: ReadingSpecimen,
  },
  {
    title: "계정",
    files: ["account-page.tsx"],
    Show: () => (
      <AccountPage part="teams" title="마이페이지">
        내용
      </AccountPage>
    ),
  },
];
