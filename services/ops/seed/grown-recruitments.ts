import { day, hour } from "../../demo/player.ts";
import { recruitment } from "../../recruitment/recruitment.ts";
import { noRoster } from "../../team/facts.ts";
import type { GrownPlan } from "./grown-plan.ts";
import { teamScenes } from "./grown-teams.ts";
import type { Notifying, Scene, Scenery } from "./scenes.ts";
import { recruitmentText } from "./texts.ts";

const minute = 60_000;
const reasonToApply =
  "매일 한 문제씩 풀고 있고, 그래프와 동적 계획법이 약해서 함께 공부할 사람을 찾고 있어요. 평일 저녁 아홉 시 이후에는 언제나 시간이 되고, 풀이를 글로 남기는 것을 좋아합니다. 서로의 풀이를 읽고 다른 방법을 이야기하고 싶어요.";

/** Scenes of one recruitment; `teamId` is null without a team. */
function recruitmentScenes({ stage, ids }: Scenery, n: number, authorId: string, teamId: number | null) {
  const recruitmentId = ids.recruitment();
  const stream = `recruitment-${recruitmentId}`;
  const roster = () => (teamId === null ? noRoster : stage.rosterOf(teamId));
  return {
    recruitmentId,
    post: (at: number): Scene => ({
      at,
      play: () =>
        stage.decide(
          stream,
          recruitment,
          { type: "PostRecruitment", recruitmentId, authorId, teamId, ...recruitmentText(n), imageUrl: null },
          { actor: authorId, at: new Date(at) },
        ),
    }),
    apply: (callerId: string, at: number, notifying?: Notifying): Scene => ({
      at,
      play: () =>
        stage.decide(
          stream,
          recruitment,
          {
            type: "Apply",
            callerId,
            applicationId: ids.application(),
            body: reasonToApply,
            team: roster(),
            isAuthorGone: false,
          },
          { actor: callerId, at: new Date(at) },
        ),
      ...(notifying && { notifying }),
    }),
    close: (at: number): Scene => ({
      at,
      play: () =>
        stage.decide(
          stream,
          recruitment,
          {
            type: "SetRecruiting",
            callerId: authorId,
            team: roster(),
            isAuthorGone: false,
            isRecruiting: false,
          },
          { actor: authorId, at: new Date(at) },
        ),
    }),
  };
}

/** The recruitment of the member's second team, with many applications, and those of other people. */
export function recruitments(scenery: Scenery, plan: GrownPlan): Scene[] {
  const { me, now, begin, newPerson } = scenery;
  const days = Math.min(21, plan.own.daysOfOthers - 1);
  const posted = now - days * day;
  const searching = teamScenes(scenery, 1);
  const own = recruitmentScenes(scenery, 0, me, searching.teamId);
  const { recruitmentId } = own;
  const teamId = searching.teamId;
  const scenes: Scene[] = [
    searching.act(posted - minute, {
      type: "ReserveRecruitment",
      teamId,
      callerId: me,
      recruitmentId,
      isTaken: false,
    }),
    own.post(posted),
  ];
  for (let n = 0; n < plan.applicants; n += 1) {
    const at = posted + hour + (n * (days - 1) * day) / plan.applicants;
    const applicant = newPerson(at - hour);
    scenes.push(own.apply(applicant, at, { kind: "APPLICATION_SUBMITTED", actor: applicant, recruitmentId }));
  }
  let author = "";
  for (let n = 1; n < plan.recruitments; n += 1) {
    const at = begin + (n / plan.recruitments) * (now - begin - day);
    const before = author;
    // Each person posts two.
    author = n % 2 === 1 ? newPerson(at - hour) : author;
    const { post, apply, close } = recruitmentScenes(scenery, n, author, null);
    scenes.push(post(at));
    if (n % 3 !== 0 && before !== "" && before !== author) scenes.push(apply(before, at + hour));
    if (n >= plan.recruitments - plan.own.applications) scenes.push(apply(me, at + 2 * hour));
    else if (n % 3 === 0) scenes.push(close(at + 3 * hour));
  }
  return scenes;
}
