import { publicOrigin } from "#web/lib/public-origin.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast.tsx";

interface Target {
  readonly teamId: number;
  readonly date: string;
  readonly articleId?: number;
  readonly isSubject?: boolean;
}

/** The canonical address of a day, its problem or one article of a team (spec/daily-use.md rule 2). */
export function teamPath({ teamId, date, articleId, isSubject = false }: Target): string {
  const search = new URLSearchParams({ date });
  if (articleId !== undefined) search.set("article", String(articleId));
  else if (isSubject) search.set("show", "subject");
  return `/team-dashboard/${teamId}?${search}`;
}

/** Copies the canonical address of what it stands at. */
export const CopyAddress = (target: Target) => (
  <IconButton
    icon="link"
    label="주소 복사"
    onClick={() => {
      // Without a secure context there is no clipboard.
      const copied = navigator.clipboard?.writeText(publicOrigin() + teamPath(target)) ?? Promise.reject();
      copied.then(
        () => toast.success("주소를 복사했어요"),
        () => toast.error("주소를 복사하지 못했어요"),
      );
    }}
  />
);
