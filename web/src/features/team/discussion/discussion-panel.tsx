import { useQuery } from "@tanstack/react-query";
import { type ReactElement, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { Article } from "#contracts/article/api";
import type { Discussion } from "#contracts/discussion/api";
import { codeBlocksOf, locate } from "#contracts/discussion/locate";
import { useArrivals } from "#web/lib/live/use-arrivals.ts";
import { useMemberInfo } from "#web/lib/member-info.ts";
import { useAnnounced } from "#web/ui/announcer.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fetched } from "#web/ui/fetched.tsx";
import { monthOf } from "#web/ui/month-calendar-days.ts";
import { toast } from "#web/ui/toast.tsx";
import { teamPageQuery } from "../queries.ts";
import { Acknowledgement } from "./acknowledgement.tsx";
import { CodeGutters } from "./code-gutter.tsx";
import { Composer } from "./composer.tsx";
import styles from "./discussion.module.css";
import { PanelSkeleton, useSlow } from "./panel-skeleton.tsx";
import { type ChosenLines, linesAt, type PlacedThread, placedThreads, placeText } from "./places.ts";
import { discussionQuery } from "./queries.ts";
import { PostingView, ThreadFrame, ThreadView } from "./thread-view.tsx";
import { movedAway, useGone, usePosting } from "./use-posting.ts";
import { useUnseen } from "./use-unseen.ts";

interface DiscussionPanelProps {
  readonly teamId: number;
  /** The day to which the article belongs. */
  readonly date: string;
  readonly article: Article;
  /** The code blocks of the shown article, in their order. */
  readonly codes: readonly HTMLElement[];
  /** Whether its code came late, so that its skeleton is shown already. */
  readonly isLate?: boolean;
}

/** The comments on an article, beside or below its text (spec/discussion.md §5). */
export function DiscussionPanel({ isLate, ...props }: DiscussionPanelProps) {
  const query = useQuery(discussionQuery(props.article.articleId));
  const isSlow = useSlow(query.isPending, isLate);
  useGone(props.article.articleId, query.error);
  return (
    <section className={styles.panel} aria-label="의견">
      <Fetched
        query={query}
        failed="의견을 불러오지 못했어요"
        skeleton={isSlow ? <PanelSkeleton className={styles.list} /> : null}
      >
        {(discussion) => <Loaded {...props} discussion={discussion} refresh={() => query.refetch()} />}
      </Fetched>
    </section>
  );
}

const newText = (count: number) => `새 의견 ${count}개`;

interface LoadedProps extends Omit<DiscussionPanelProps, "isLate"> {
  readonly discussion: Discussion;
  readonly refresh: () => Promise<unknown>;
}

function Loaded({ teamId, date, article, codes, discussion, refresh }: LoadedProps) {
  const { articleId, articleBody } = article;
  const [search] = useSearchParams();
  const [lines, setLines] = useState<ChosenLines | null>(null);
  const [chosen, setChosen] = useState(Number(search.get("thread")) || null);
  const [focus, setFocus] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const info = useMemberInfo().data;
  const team = useQuery(teamPageQuery(teamId, monthOf(date))).data?.myTeamResponse;
  const people = team?.members ?? [];
  const { postings, post, again, giveUp } = usePosting(article, discussion);
  const codeBlocks = useMemo(() => codeBlocksOf(articleBody ?? ""), [articleBody]);
  const placed = useMemo(
    () => placedThreads(discussion.threads, codeBlocks),
    [discussion.threads, codeBlocks],
  );
  const others = discussion.threads
    .flatMap(({ comments }) => comments)
    .filter(({ isAuthor }) => !isAuthor)
    .map(({ commentId }) => String(commentId));
  const arrived = useArrivals(`discussion ${articleId}`, others);
  useAnnounced(arrived.size > 0 && newText(arrived.size));
  const unseen = useUnseen(scroller, arrived);
  // An edit of the article may have moved the chosen lines, or removed them.
  const place = (lines && locate(lines.quote, lines.place, codeBlocks)) ?? null;
  const areGone = lines !== null && place === null;
  useEffect(() => {
    if (!areGone) return;
    setLines(null);
    toast.error(movedAway);
  }, [areGone]);

  const toThread = (threadId: number) => {
    setChosen(threadId);
    const thread = scroller.current?.querySelector<HTMLElement>(`[data-thread="${threadId}"]`);
    thread?.scrollIntoView({ block: "nearest" });
    thread?.focus({ preventScroll: true });
  };
  const named = useRef(chosen);
  useEffect(() => {
    if (named.current === null) return;
    scroller.current?.querySelector(`[data-thread="${named.current}"]`)?.scrollIntoView({ block: "nearest" });
    named.current = null;
  }, []);

  const me = { memberName: info?.memberName ?? "", imageUrl: info?.memberImageUrl ?? "" };
  const posting = { people, me, onAgain: again, onGiveUp: giveUp };
  const reply = (threadId: number, text: string) => post({ text, threadId, place: null });
  const threadOf: (one: PlacedThread) => ReactElement = (one) => {
    const { threadId } = one.thread;
    return (
      <ThreadView
        key={threadId}
        placed={one}
        articleId={articleId}
        day={date}
        people={people}
        refresh={refresh}
        isChosen={threadId === chosen}
        arrived={arrived}
        pending={postings
          .filter((own) => own.threadId === threadId)
          .map((own) => <PostingView key={own.key} posting={own} {...posting} />)}
        onReply={reply}
      />
    );
  };
  const outdated = placed.filter((one) => one.place === undefined);
  const roots = postings.filter(({ threadId }) => threadId === null);
  return (
    <>
      <CodeGutters
        codes={codes}
        codeBlocks={codeBlocks}
        placed={placed}
        chosen={place}
        onChoose={(next) => {
          setLines(linesAt(next, codeBlocks));
          setFocus(focus + 1);
        }}
        onThread={toThread}
      />
      <div className={styles.stick} ref={scroller}>
        <div className={styles.head}>
          <h3>
            의견 {discussion.comments > 0 && <span className={styles.count}>{discussion.comments}</span>}
          </h3>
          <Acknowledgement discussion={discussion} isOwn={article.isAuthor} />
        </div>
        {placed.length + roots.length === 0 && (
          <EmptyState
            title="아직 의견이 없어요"
            text={codeBlocks.length > 0 && "코드의 줄 번호를 누르면 그 줄에 의견을 남길 수 있어요."}
          />
        )}
        <div className={styles.list}>
          {placed.filter((one) => one.place !== undefined).map((one) => threadOf(one))}
          {roots.map((own) => (
            <ThreadFrame key={own.key} place={placeText(own.place)}>
              <PostingView posting={own} {...posting} />
            </ThreadFrame>
          ))}
          {outdated.length > 0 && <h4 className={styles.part}>수정 전 코드에 달린 의견</h4>}
          {outdated.map((one) => threadOf(one))}
        </div>
        <div className={styles.write} data-lines={place ? "" : undefined}>
          {unseen.count > 0 && (
            <button type="button" className={styles.news} onClick={unseen.show}>
              {newText(unseen.count)}
            </button>
          )}
          <Suspense fallback={null}>
            <Composer
              form={`comment/${articleId}`}
              people={people}
              label="의견"
              placeholder="의견을 남겨 보세요"
              send="남기기"
              focus={focus}
              place={place ? placeText(place) : undefined}
              lines={lines ? JSON.stringify(lines) : ""}
              onLines={(left) => setLines((chosen) => chosen ?? JSON.parse(left))}
              onUnplace={() => setLines(null)}
              onSend={(text) => {
                setLines(null);
                return post({ text, threadId: null, place });
              }}
            />
          </Suspense>
        </div>
      </div>
    </>
  );
}
