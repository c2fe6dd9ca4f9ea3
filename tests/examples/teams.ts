import type { TeamEvent } from "#contracts/team/events";
import { bamtol, dotori } from "./people.ts";

/** 아침반, led by 도토리: the team of the wire contract's examples. */
export const created: TeamEvent = {
  type: "TeamCreated",
  data: {
    teamId: 12,
    name: "아침반",
    explain: "7시에 시작해요",
    topic: "코딩테스트",
    memberLimit: 10,
    imageUrl: null,
    entryPassword: "sealed-4821",
    creatorId: dotori,
    recruitmentId: null,
    revision: 1,
  },
};

export const joined = (memberId: string = bamtol): TeamEvent => ({
  type: "MemberJoined",
  data: { teamId: 12, memberId, invitationId: null, invitedBy: null },
});

export const promoted = (memberId: string): TeamEvent => ({
  type: "CoManagerAdded",
  data: { teamId: 12, memberId, addedBy: dotori, reason: null },
});
