import type { Recruitment } from "#contracts/recruitment/api";
import { Badge } from "#web/ui/badge.tsx";
import { Row } from "#web/ui/layout.tsx";

/** `모집중` or `모집완료`, and `운영중` for a recruiting one with a team (spec/ui.md §13.1). */
export const Badges = ({ isRecruiting, teamId }: Pick<Recruitment, "isRecruiting" | "teamId">) => (
  <Row as="span" gap={6}>
    {isRecruiting ? <Badge look="open">모집중</Badge> : <Badge look="closed">모집완료</Badge>}
    {isRecruiting && teamId !== null && <Badge look="running">운영중</Badge>}
  </Row>
);
