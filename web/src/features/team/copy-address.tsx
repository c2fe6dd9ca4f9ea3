import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast.tsx";

interface Target {
  readonly teamId: number;
  readonly date: string;
  readonly articleId?: number;
  readonly isSubject?: boolean;
}

/** The canonical address of a team's day, its problem or one article (spec/daily-use.md rule 2). */
export function teamPath({ teamId, date, articleId, isSubject = false }: Target): string {
  const search = new URLSearchParams({ date });
  if (articleId !== undefined) search.set("article", String(articleId));
  else if (isSubject) search.set("show", "subject");
  return `/team-dashboard/${teamId}?${search}`;
}

/** Copies the canonical address of the given target. */
export const CopyAddress = (target: Target) => (
  <IconButton
    icon="link"
    label="주소 복사"
    onClick={() => {
      // The clipboard is unavailable without a secure context.
      const copied = navigator.clipboard?.writeText(publicOrigin() + teamPath(target)) ?? Promise.reject();
      copied.then(
        () => toast.success("주소를 복사했어요"),
        () => toast.error("주소를 복사하지 못했어요"),
      );
    }}
  />
);

/** The public address: the server writes it (PUBLIC_URL) into the head of every page, before the preview picture. */
function publicOrigin(): string {
  const picture = document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content;
  return picture && URL.canParse(picture) ? new URL(picture).origin : location.origin;
}
