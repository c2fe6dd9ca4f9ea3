import { bfsPost } from "./canned/bfs.ts";
import { dynamicPost } from "./canned/dynamic.ts";
import { noticePosts } from "./canned/notices.ts";
import { prefixSumPost } from "./canned/prefix-sum.ts";

/** Says that what follows is no real post (spec/ui.md §19.1). */
export const cannedNote = "실제 사용자 데이터와 유사한 팀 둘러보기용 데이터 입니다.";

const posts: readonly string[] = [prefixSumPost, dynamicPost, bfsPost, ...noticePosts];

/** What stands in for a body that the reader may not see: the note, then one of six posts chosen by the id. */
export const cannedBody = (articleId: number): string =>
  `<p><strong class="editor-text-bold">${cannedNote}</strong></p>${posts[articleId % posts.length] ?? ""}`;
