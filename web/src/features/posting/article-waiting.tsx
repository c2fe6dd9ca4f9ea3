import { FailedState } from "../../ui/failed-state.tsx";
import { Page, PageHead } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const title = "오늘의 글 등록하기";

/** While the article that is to be edited is fetched. */
export const ArticleLoading = () => (
  <Page>
    <PageHead title={title} />
    <p role="status">정보를 가져오는 중…</p>
    <Skeleton height={420} />
  </Page>
);

export const ArticleUnreachable = ({ onRetry }: { onRetry: () => void }) => (
  <Page>
    <PageHead title={title} />
    <FailedState title="게시글을 불러오지 못했어요" onRetry={onRetry} />
  </Page>
);
