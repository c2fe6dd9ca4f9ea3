import { Link } from "react-router-dom";
import { useOwnTeamName } from "#web/lib/member-info.ts";
import { Icon } from "#web/ui/icon.tsx";
import { backClass } from "#web/ui/page.tsx";

/** Names the own team to which a page belongs, and leads back to it; nothing while the name is unknown. */
export function TeamLink({ teamId }: { teamId: number }) {
  const name = useOwnTeamName(teamId);
  if (name === undefined) return null;
  return (
    <Link className={backClass} to={`/team-dashboard/${teamId}`} aria-label={`${name} 팀 페이지`}>
      <Icon name="left" size="small" />
      {name}
    </Link>
  );
}
