import type { TeamAdmin } from "#contracts/team/api";
import { useArrivals } from "#web/lib/live/use-arrivals.ts";
import { useAnnounced } from "#web/ui/announcer.tsx";
import arrival from "#web/ui/arrival.module.css";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { SectionHead } from "#web/ui/layout.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { TeamFacts } from "./team-facts.tsx";

/** View mode with the current values. */
export function TeamView({ team, onEdit }: { team: TeamAdmin; onEdit: () => void }) {
  const revision = String(team.revision);
  const hasArrived = useArrivals(`settings of ${team.teamId}`, [revision]).has(revision);
  useAnnounced(hasArrived && "팀 정보가 바뀌었어요");
  return (
    <section aria-label="팀 정보">
      <SectionHead>
        <SectionTitle>팀 정보</SectionTitle>
        <Button look="soft" size="small" onClick={onEdit}>
          <Icon name="pencil" size="small" />
          수정하기
        </Button>
      </SectionHead>
      <Card key={revision} className={cx(hasArrived && arrival.arrived)}>
        <TeamFacts facts={{ ...team, icon: team.teamIconUrl }} />
      </Card>
    </section>
  );
}
