import type { EventStore } from "../event-store/event-store.ts";
import { load } from "../platform/folding.ts";
import { type DiscussionState, discussion } from "./discussion.ts";

export const streamOf = (articleId: number) => `discussion-${articleId}`;

/** The discussion according to the log. Other contexts read it before they decide. */
export async function discussionOf(store: EventStore, articleId: number): Promise<DiscussionState> {
  return (await load(store, discussion, streamOf(articleId))).state;
}

/** The members who have a comment in a thread. */
export const writersIn = ({ comments }: DiscussionState, threadId: number): string[] => [
  ...new Set(
    [...comments.values()].filter((each) => each.threadId === threadId).map((each) => each.authorId),
  ),
];
