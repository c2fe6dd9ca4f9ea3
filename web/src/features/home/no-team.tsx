import { useRecentApplications } from "#web/lib/my-applications.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import styles from "./home.module.css";
import { UnsentPanel } from "./unsent-panel.tsx";

/** For members without a team: links to the list of teams and to the own pending applications. */
export function NoTeam() {
  const waiting = useRecentApplications()?.filter(({ state }) => state === "pending").length ?? 0;
  return (
    <Stack gap={16}>
      <Card card={false} className={styles.none}>
        <EmptyState title="아직 팀이 없어요" text="모집 중인 팀에 신청하거나, 받은 초대 링크를 열어 보세요.">
          <Row gap={8} wrap justify="center">
            <ButtonLink to="/team-recruit/list">모집 중인 팀 보기</ButtonLink>
            <ButtonLink to="/team-list" look="neutral">
              활동 중인 팀 보기
            </ButtonLink>
            <ButtonLink to="/team-registration" look="ghost">
              팀 만들기
            </ButtonLink>
            {waiting > 0 && (
              <ButtonLink to="/my-dashboard/applications" look="ghost">
                기다리는 신청 {waiting}개
              </ButtonLink>
            )}
          </Row>
        </EmptyState>
      </Card>
      <UnsentPanel teams={[]} />
    </Stack>
  );
}
