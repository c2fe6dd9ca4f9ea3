import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";

/** Replaces an editor for members without permission to submit it (spec/daily-use.md rule 8). */
export const NoPermission = ({
  title,
  teamId,
  children,
}: {
  title: string;
  teamId: number;
  /** A link or button to obtain the permission. */
  children?: ReactNode;
}) => (
  <Page>
    <EmptyState title={title} isPage>
      {children}
      <ButtonLink look="neutral" to={`/team-dashboard/${teamId}`}>
        팀 페이지로
      </ButtonLink>
    </EmptyState>
  </Page>
);
