import { Link } from "react-router-dom";
import type { Team } from "#contracts/team/api";
import { Avatars } from "#web/ui/avatar.tsx";
import { Cover } from "#web/ui/cover.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { RecruitmentLink } from "./recruitment-link.tsx";
import styles from "./team-side.module.css";

/** A way from the team page to one of the managers' screens. */
export interface SideLink {
  readonly label: string;
  readonly icon: IconName;
  readonly to: string;
}

/** The left side: who this team is (spec/ui.md §10). Managers also get their links. */
export function TeamSide({ team, links }: { team: Team; links: readonly SideLink[] }) {
  const people = team.members.map((member) => ({ name: member.memberName, src: member.imageUrl }));
  return (
    <aside className={styles.side} aria-label="팀 정보">
      <Cover src={team.imageUrl} shape="box" className={styles.cover} />
      <div className={styles.title}>
        <h2 className={styles.name}>{team.teamName}</h2>
        <p className={styles.meta}>
          <Tag category={team.topic} />
          <span>since {team.createdAt}</span>
        </p>
      </div>
      {team.teamExplain && <p className={styles.text}>{team.teamExplain}</p>}
      <div className={styles.people}>
        <b>{team.memberCount} members</b>
        <Avatars people={people} total={team.memberCount} size={32} label={`팀원 ${team.memberCount}명`} />
      </div>
      {links.length > 0 && (
        <nav className={styles.links} aria-label="팀 관리">
          {links.map(({ label, icon, to }) => (
            <Link key={to} className={styles.link} to={to}>
              <Icon name={icon} />
              {label}
            </Link>
          ))}
          <RecruitmentLink team={team} className={styles.link} />
        </nav>
      )}
    </aside>
  );
}
