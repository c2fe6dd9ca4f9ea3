import type { Team } from "#contracts/team/api";
import type { SideLink } from "./team-side.tsx";

/** Where managers go from here; one line for each of their screens. */
export const managerLinks = ({ teamId }: Team): readonly SideLink[] => [
  { label: "게시글 관리", icon: "doc", to: `/team-admin/${teamId}` },
  { label: "팀 설정", icon: "sliders", to: `/team-setting/team/${teamId}` },
];
