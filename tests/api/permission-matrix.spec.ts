import { beforeAll, describe, expect, it } from "vitest";
import * as articleApi from "#contracts/article/api";
import { daysBefore } from "#contracts/dates";
import * as deliveryApi from "#contracts/delivery/api";
import * as discordApi from "#contracts/discord/api";
import * as discussionApi from "#contracts/discussion/api";
import * as draftsApi from "#contracts/drafts/api";
import * as identityApi from "#contracts/identity/api";
import * as inboxApi from "#contracts/inbox/api";
import * as memberApi from "#contracts/member/api";
import * as membershipApi from "#contracts/membership/api";
import { getMyApplications } from "#contracts/my-applications/api";
import * as mySolvedApi from "#contracts/my-solved/api";
import * as problemQueueApi from "#contracts/problem-queue/api";
import * as rhythmApi from "#contracts/rhythm/api";
import * as searchApi from "#contracts/search/api";
import * as subjectApi from "#contracts/subject/api";
import * as teamApi from "#contracts/team/api";
import * as todayApi from "#contracts/today/api";
import { type Answer, type Asked, changeRole, join, ownSite, type Person, said, teamFields } from "./site.ts";

/** spec/wire-contract.md §10: every operation on teams, their members and their texts, by every kind of caller. */

const columns = ["visitor", "outsider", "member", "manager", "second manager"] as const;
type Column = (typeof columns)[number];
type Actor = Pick<Person, "ask">;

interface World {
  readonly teamId: number;
  /** A member besides those of the columns, who wrote the article. */
  readonly other: Person;
  readonly articleId: number;
  /** Of the other member, about that article. */
  readonly commentId: number;
  readonly subjectId: number;
  /** Proposed by that member for the problem queue. */
  readonly entryId: number;
  /** Uuid of the acting member. */
  readonly self: string;
}

interface Row {
  readonly endpoint: { readonly name: string; readonly kind: "query" | "command" };
  readonly title?: string;
  readonly call: (actor: Actor, world: World) => Promise<Answer>;
  readonly expected: readonly [string, string, string, string, string];
}

const [site, other, withdrawn] = ownSite("밤톨", "떠난이");
let cast: Record<Exclude<Column, "visitor">, Person>;
beforeAll(async () => {
  cast = {
    outsider: await site.person("바깥"),
    member: await site.person("회원"),
    manager: await site.person("방장"),
    "second manager": await site.person("부방장"),
  };
  await withdrawn.ask("DELETE", "/v1/members");
});

const noToken = "401 인증 되지 않은 사용자 입니다.";
const badToken = "401 잘못된 Token 입니다.";
const noManager = "400 팀의 매니저가 옳지 않습니다.";
const notAuthor = "403 게시물의 작성자가 아닙니다.";
const read = ["200", "200", "200", "200", "200"] as const;
const own = (ok: string) => [noToken, ok, ok, ok, ok] as const;
const notInTeam = "400 팀의 멤버가 아닙니다.";
const members = (ok: string) => [noToken, notInTeam, ok, ok, ok] as const;
const managers = (ok: string) => [noToken, noManager, noManager, ok, ok] as const;

const ask =
  (method: string, path: string | ((world: World) => string), asked: (world: World) => Asked = () => ({})) =>
  (actor: Actor, world: World) =>
    actor.ask(method, typeof path === "string" ? path : path(world), asked(world));
/** Signs in again, for operations that end the session. */
async function signedInAgain(actor: Actor): Promise<Actor> {
  if (!("handle" in actor) || actor === withdrawn) return actor;
  return site.again(actor as Person);
}
const ofTeam =
  (path = "") =>
  ({ teamId }: World) =>
    `/v1/teams/${teamId}${path}`;
const ofArticle =
  (path: string) =>
  ({ articleId }: World) =>
    `/v1/articles/${articleId}/${path}`;
const ofComment = ({ articleId, commentId }: World) => `/v1/articles/${articleId}/comments/${commentId}`;
const ofEntry = ({ teamId, entryId }: World) => `/v1/teams/${teamId}/problem-queue/${entryId}`;
const newEntries = { json: { entries: [{ title: "문제" }] } };
const ofExcuse = ({ teamId, other }: World) =>
  `/v1/teams/${teamId}/excuses/${other.uuid}/${daysBefore(site.today(), 1)}`;
const subjectForm = (selectedDate: string) => ({
  articleTitle: "문제",
  articleBody: "<p>문제</p>",
  articleCategory: "스터디",
  selectedDate,
});
const targeting = ({ other: { uuid } }: World) => ({ json: { memberInfo: uuid } });
const targetingSelf = ({ self }: World) => ({ json: { memberInfo: self } });
const onSelf = "400 자기 자신에게는 할 수 없습니다.";

const noDraft = "404 존재하지 않는 초안입니다.";
const draft = {
  title: "초안",
  category: null,
  contact: "",
  html: "",
  revision: null,
  postId: null,
  at: 1,
};
/** The address of a new draft of that member. */
async function draftOf(owner: Person): Promise<string> {
  const path = `/v1/drafts/recruitment-new/${crypto.randomUUID()}`;
  await owner.ask("PUT", path, { json: draft });
  return path;
}

const { addCoManager, delegateManager, demoteManager, kickMember } = membershipApi;
const roleCalls = [
  [addCoManager, "POST", "/team-manager", "200 팀장 등록 성공"],
  [delegateManager, "PUT", "/team-manager", "200 팀장 위임 성공"],
  [demoteManager, "POST", "/team-manager/demotion", "400 팀의 방장이 아닙니다."],
  [kickMember, "POST", "/remove/team-member", "200 팀원 내보내기 성공"],
] as const;

/** Reads, and what concerns the caller alone: teams are the same afterwards. */
const besideTeams: readonly Row[] = [
  { endpoint: teamApi.getCombinedTeams, call: ask("GET", "/v1/teams/combined"), expected: read },
  { endpoint: teamApi.searchTeams, call: ask("GET", "/v1/teams/search?keyword="), expected: read },
  {
    endpoint: teamApi.getTeamPage,
    call: ask("GET", ofTeam("/team-page?year=2025&month=9")),
    expected: read,
  },
  {
    endpoint: articleApi.getArticlesByDate,
    call: ask("GET", ({ teamId }) => `/v1/articles/${teamId}/by-date?date=2025-09-03`),
    expected: read,
  },
  {
    endpoint: articleApi.getArticle,
    call: ask("GET", ({ articleId }) => `/v1/articles/${articleId}`),
    expected: read,
  },
  {
    endpoint: articleApi.getWriters,
    call: ask("GET", ofTeam("/writers?from=2025-09-01&to=2025-09-30")),
    expected: read,
  },
  {
    endpoint: problemQueueApi.getProblemQueue,
    call: ask("GET", ofTeam("/problem-queue")),
    expected: members("200"),
  },
  {
    endpoint: discussionApi.getDiscussion,
    call: ask("GET", ofArticle("discussion")),
    expected: members("200"),
  },
  {
    endpoint: discussionApi.postComment,
    call: ask("POST", ofArticle("comments"), () => ({ json: { text: "의견" } })),
    expected: members("201 의견이 성공적으로 등록되었습니다."),
  },
  {
    endpoint: discussionApi.editComment,
    title: "of another member",
    call: ask("PUT", ofComment, () => ({ json: { text: "남의 의견" } })),
    expected: members("403 의견 작성자가 아닙니다."),
  },
  {
    endpoint: discussionApi.acknowledge,
    call: ask("PUT", ofArticle("acknowledgement"), () => ({ json: { acknowledged: true } })),
    expected: members("200 확인 표시가 반영되었습니다."),
  },
  {
    endpoint: discussionApi.peek,
    call: ask("PUT", ofTeam("/peeks/2025-09-03")),
    expected: members("200 미리 보기로 열었습니다."),
  },
  { endpoint: rhythmApi.getRhythm, call: ask("GET", ofTeam("/rhythm")), expected: members("200") },
  {
    endpoint: rhythmApi.getAttendance,
    call: ask("GET", ofTeam("/attendance?month=2025-09")),
    expected: members("200"),
  },
  {
    endpoint: rhythmApi.takeRest,
    title: "without a promise",
    call: ask("PUT", ofTeam("/rests/2099-09-03")),
    expected: members("400 날짜 및 날짜 형식이 올바르지 않습니다."),
  },
  {
    endpoint: rhythmApi.takeBackRest,
    call: ask("DELETE", ofTeam("/rests/2025-09-03")),
    expected: members("200 쉬는 날을 취소했습니다."),
  },
  {
    endpoint: rhythmApi.excuseDay,
    title: "without a promise",
    call: ask("PUT", ofExcuse, () => ({ json: { reason: "예비군" } })),
    expected: managers("400 글을 쓰기로 한 날이 아닙니다."),
  },
  {
    endpoint: rhythmApi.takeBackExcuse,
    call: ask("DELETE", ofExcuse),
    expected: managers("200 인정을 취소했습니다."),
  },
  {
    endpoint: subjectApi.getSubject,
    call: ask("GET", ({ teamId }) => `/v1/articles/teams/${teamId}/subjects?date=2025-09-03`),
    expected: read,
  },
  {
    endpoint: deliveryApi.putMailAddress,
    call: ask("PUT", "/v1/notifications/mail", ({ self }) => ({
      json: { address: `a${self}@mail.example` },
    })),
    expected: own("200 확인 메일을 보냈습니다."),
  },
  {
    endpoint: deliveryApi.deleteMailAddress,
    call: ask("DELETE", "/v1/notifications/mail"),
    expected: own("200 메일 주소를 지웠습니다."),
  },
  {
    endpoint: deliveryApi.confirmMailAddress,
    call: ask("POST", "/v1/mail/confirmations/unknown"),
    expected: Array(5).fill("400 만료되었거나 사용할 수 없는 링크입니다.") as never,
  },
  {
    endpoint: deliveryApi.unsubscribeMail,
    call: ask("POST", "/v1/mail/unsubscriptions/unknown"),
    expected: Array(5).fill("200 메일 요약을 더 보내지 않습니다.") as never,
  },
  { endpoint: draftsApi.getDrafts, call: ask("GET", "/v1/drafts/recruitment-new"), expected: own("200") },
  {
    endpoint: draftsApi.putDraft,
    call: ask("PUT", `/v1/drafts/recruitment-new/${crypto.randomUUID()}`, () => ({ json: draft })),
    expected: own("200 초안이 저장되었습니다."),
  },
  {
    endpoint: draftsApi.putDraftPicture,
    title: "of another member",
    call: async (actor, { other: owner }) =>
      actor.ask("PUT", `${await draftOf(owner)}/picture`, { form: {} }),
    expected: own(noDraft),
  },
  {
    endpoint: draftsApi.getDraftPicture,
    title: "of another member",
    call: async (actor, { other: owner }) => actor.ask("GET", `${await draftOf(owner)}/picture`),
    expected: own(noDraft),
  },
  {
    endpoint: draftsApi.deleteDraft,
    call: ask("DELETE", `/v1/drafts/recruitment-new/${crypto.randomUUID()}`),
    expected: own("200 초안이 삭제되었습니다."),
  },
  { endpoint: getMyApplications, call: ask("GET", "/v1/apply/mine"), expected: own("200") },
  { endpoint: deliveryApi.getPush, call: ask("GET", "/v1/push"), expected: own("200") },
  {
    endpoint: deliveryApi.addPushSubscription,
    call: ask("POST", "/v1/push/subscriptions", () => ({
      json: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
        keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) },
        label: "Chrome",
      },
    })),
    expected: own("201 이 기기에서 알림을 받습니다."),
  },
  ...[deliveryApi.deletePushSubscription, deliveryApi.testPushSubscription].map((endpoint) => ({
    endpoint,
    title: `${endpoint.name} of another member`,
    call: async (actor: Actor, { other: owner }: World) => {
      const { body } = await owner.ask("POST", "/v1/push/subscriptions", {
        json: {
          endpoint: "https://fcm.googleapis.com/fcm/send/of-another",
          keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) },
          label: "Chrome",
        },
      });
      const path = `/v1/push/subscriptions/${body.data.subscriptionId}`;
      return endpoint === deliveryApi.testPushSubscription
        ? actor.ask("POST", `${path}/test`)
        : actor.ask("DELETE", path);
    },
    expected: own("404 등록된 기기가 존재하지 않습니다."),
  })),
  { endpoint: memberApi.getMemberInfo, call: ask("GET", "/v1/members/info"), expected: own("200") },
  { endpoint: memberApi.getOwnProfile, call: ask("GET", "/v1/members/own-profile"), expected: own("200") },
  {
    endpoint: memberApi.changeProfile,
    call: ask("PUT", "/v1/members", () => ({ form: { memberExplain: "새 소개" } })),
    expected: own("200"),
  },
  {
    endpoint: memberApi.completeProfile,
    call: ask("POST", "/v1/members", () => ({ form: { memberName: "이름", memberExplain: "소개" } })),
    expected: own("201"),
  },
  { endpoint: todayApi.getToday, call: ask("GET", "/v1/members/today"), expected: own("200") },
  {
    endpoint: searchApi.getSearchFeed,
    call: ask("GET", ofTeam("/search-feed")),
    expected: [noToken, "400 팀의 멤버가 아닙니다.", "200", "200", "200"],
  },
  {
    endpoint: searchApi.getSearchCursors,
    call: ask("GET", "/v1/members/search-cursors"),
    expected: own("200"),
  },
  { endpoint: searchApi.getSearchTexts, call: ask("GET", "/v1/members/search-texts"), expected: own("200") },
  { endpoint: membershipApi.getMyTeams, call: ask("GET", "/v1/teams/my-page"), expected: own("200") },
  {
    endpoint: articleApi.getMyArticles,
    call: ask("GET", ({ teamId }) => `/v1/articles/${teamId}/my-page`),
    expected: own("200"),
  },
  { endpoint: mySolvedApi.getSolved, call: ask("GET", "/v1/members/solved"), expected: own("200") },
  { endpoint: inboxApi.getNotifications, call: ask("GET", "/v1/notifications"), expected: own("200") },
  {
    endpoint: inboxApi.countNotifications,
    call: ask("GET", "/v1/notifications/count"),
    expected: own("200"),
  },
  {
    endpoint: inboxApi.readNotifications,
    title: "of another member",
    call: ask("POST", "/v1/notifications/read", () => ({
      json: { notificationIds: ["b0c2f6de-98a2-5f43-9a0f-31d6a7a3f1f0"] },
    })),
    expected: own("404 알림이 존재하지 않습니다."),
  },
  {
    endpoint: inboxApi.readAllNotifications,
    call: ask("POST", "/v1/notifications/read-all", () => ({ json: { upTo: 1 } })),
    expected: own("200 알림을 읽음으로 표시했습니다."),
  },
  {
    endpoint: inboxApi.getNotificationSettings,
    call: ask("GET", "/v1/notifications/settings"),
    expected: own("200"),
  },
  {
    endpoint: inboxApi.changeNotificationSettings,
    call: ask("PUT", "/v1/notifications/settings", () => ({ json: { digest: "off" } })),
    expected: own("200 알림 설정이 저장되었습니다."),
  },
  {
    endpoint: identityApi.logout,
    call: async (actor) => (await signedInAgain(actor)).ask("POST", "/v1/logout"),
    expected: own("200 로그아웃이 성공적으로 처리되었습니다."),
  },
  {
    endpoint: teamApi.createTeam,
    call: ask("POST", "/v1/teams", () => ({ form: teamFields })),
    expected: own("201 팀이 성공적으로 생성되었습니다."),
  },
];

const inTeams: readonly Row[] = [
  {
    endpoint: membershipApi.joinTeam,
    call: ask("POST", ofTeam("/join"), () => ({ json: { password: teamFields.password } })),
    expected: [
      noToken,
      "200 팀에 성공적으로 가입했습니다.",
      "400 이미 팀에 가입했습니다.",
      "400 이미 팀에 가입했습니다.",
      "400 이미 팀에 가입했습니다.",
    ],
  },
  {
    endpoint: membershipApi.leaveTeam,
    call: ask("DELETE", ofTeam("/members/me")),
    expected: [
      noToken,
      "400 팀의 멤버가 아닙니다.",
      "200 팀을 성공적으로 탈퇴했습니다.",
      "400 방장은 팀을 나갈 수 없습니다.",
      "400 방장은 팀을 나갈 수 없습니다.",
    ],
  },
  {
    endpoint: articleApi.postArticle,
    call: ask("POST", "/v1/articles", ({ teamId }) => ({
      form: { teamId: String(teamId), articleTitle: "글", articleBody: "<p>글</p>" },
    })),
    expected: [noToken, "403 팀에 멤버가 존재하지않습니다.", "201", "201", "201"],
  },
  {
    endpoint: articleApi.editArticle,
    title: "of another author",
    call: ask(
      "PUT",
      ({ articleId }) => `/v1/articles/${articleId}`,
      () => ({ form: { articleTitle: "남의 글" } }),
    ),
    expected: own(notAuthor),
  },
  {
    endpoint: articleApi.deleteArticle,
    title: "of another author",
    call: ask("DELETE", ({ articleId }) => `/v1/articles/${articleId}`),
    expected: own(notAuthor),
  },
  {
    endpoint: discussionApi.deleteComment,
    title: "of another member",
    call: ask("DELETE", ofComment),
    expected: [
      noToken,
      notInTeam,
      "403 의견 작성자가 아닙니다.",
      "200 의견이 성공적으로 삭제되었습니다.",
      "200 의견이 성공적으로 삭제되었습니다.",
    ],
  },
  {
    endpoint: discussionApi.changeDiscussionOptions,
    call: ask("PUT", ofTeam("/discussion-options"), () => ({
      json: { reviewPartner: true, solveFirst: true },
    })),
    expected: managers("200 의견과 리뷰 설정이 저장되었습니다."),
  },
  {
    endpoint: problemQueueApi.proposeProblems,
    call: ask("POST", ofTeam("/problem-queue"), () => newEntries),
    expected: [
      noToken,
      notInTeam,
      "201 문제를 제안했습니다.",
      "201 대기열에 넣었습니다.",
      "201 대기열에 넣었습니다.",
    ],
  },
  {
    endpoint: problemQueueApi.changeProblemEntry,
    call: ask("PATCH", ofEntry, () => ({ json: { accepted: true } })),
    expected: [noToken, notInTeam, noManager, "200 대기열을 바꾸었습니다.", "200 대기열을 바꾸었습니다."],
  },
  {
    endpoint: problemQueueApi.removeProblemEntry,
    title: "of another member",
    call: ask("DELETE", ofEntry),
    expected: [noToken, notInTeam, noManager, "200 대기열에서 뺐습니다.", "200 대기열에서 뺐습니다."],
  },
  {
    endpoint: problemQueueApi.changeAutoPosting,
    call: ask("PUT", ofTeam("/auto-posting"), () => ({ json: { isOn: false } })),
    expected: managers("200 자동 올리기를 바꾸었습니다."),
  },
  {
    endpoint: rhythmApi.changeDayEnd,
    call: ask("PUT", ofTeam("/day-end"), () => ({ json: { dayEndsAt: "02:00" } })),
    expected: managers("200 하루의 끝을 바꾸었습니다."),
  },
  {
    endpoint: discordApi.linkDiscord,
    call: ask("PUT", ofTeam("/discord"), () => ({
      json: { address: "https://discord.com/api/webhooks/1/token" },
    })),
    expected: managers("200 Discord와 연결했습니다."),
  },
  {
    endpoint: discordApi.unlinkDiscord,
    call: ask("DELETE", ofTeam("/discord")),
    expected: managers("200 연결을 끊었습니다."),
  },
  {
    endpoint: discordApi.testDiscord,
    title: "without a link",
    call: ask("POST", ofTeam("/discord/test")),
    expected: managers("400 Discord 웹훅 주소가 아닙니다."),
  },
  {
    endpoint: rhythmApi.setPromise,
    call: ask("PUT", ofTeam("/promise"), () => ({ json: { perWeek: 3, restsPerMonth: 2 } })),
    expected: managers("200 약속을 정했습니다."),
  },
  {
    endpoint: rhythmApi.endPromise,
    call: ask("DELETE", ofTeam("/promise")),
    expected: managers("200 약속을 마치기로 했습니다."),
  },
  {
    endpoint: subjectApi.postSubject,
    call: ask(
      "POST",
      ({ teamId }) => `/v1/articles/teams/${teamId}/subjects`,
      () => ({ form: subjectForm("2025-09-04") }),
    ),
    expected: managers("201"),
  },
  {
    endpoint: subjectApi.editSubject,
    call: ask(
      "PUT",
      ({ teamId, subjectId }) => `/v1/articles/teams/${teamId}/subjects/${subjectId}`,
      () => ({ form: { articleTitle: "고친 문제" } }),
    ),
    expected: managers("200"),
  },
  {
    endpoint: subjectApi.deleteSubject,
    call: ask("DELETE", ({ teamId, subjectId }) => `/v1/articles/teams/${teamId}/subjects/${subjectId}`),
    expected: managers("200"),
  },
  {
    endpoint: teamApi.changeAnnouncement,
    call: ask("PATCH", ofTeam("/announcement"), () => ({ json: { teamAnnouncement: "공지" } })),
    expected: managers("200 팀 공지가 성공적으로 업데이트되었습니다."),
  },
  { endpoint: teamApi.getTeam, call: ask("GET", ofTeam()), expected: managers("200") },
  {
    endpoint: teamApi.changeTeamInfo,
    call: ask("PUT", ofTeam(), () => ({ form: { teamName: "저녁반" } })),
    expected: managers("200"),
  },
  { endpoint: membershipApi.getTeamMembers, call: ask("GET", ofTeam("/members")), expected: managers("200") },
  {
    endpoint: membershipApi.getRoleHistory,
    call: ask("GET", ofTeam("/role-history")),
    expected: managers("200"),
  },
  ...roleCalls.flatMap(([endpoint, method, path, ok]): Row[] => [
    { endpoint, call: ask(method, ofTeam(path), targeting), expected: managers(ok) },
    {
      endpoint,
      title: "on oneself",
      call: ask(method, ofTeam(path), targetingSelf),
      expected: managers(onSelf),
    },
  ]),
  {
    endpoint: teamApi.deleteTeam,
    call: ask("DELETE", ofTeam()),
    expected: managers("200 팀 삭제가 성공했습니다."),
  },
];

const rows = [...besideTeams, ...inTeams];

/** A team with a member for each column. */
async function worldFor(column: Column): Promise<World> {
  const { manager, member, "second manager": second } = cast;
  const teamId = await site.team(manager);
  for (const person of [second, member, other]) expect((await join(person, teamId)).status).toBe(200);
  await changeRole("promote", manager, teamId, second);
  const article = { teamId: String(teamId), articleTitle: "글", articleBody: "<p>글</p>" };
  const articleId = (await other.ask("POST", "/v1/articles", { form: article })).body.data.articleId;
  const comment = { json: { text: "의견" } };
  // Each accepted command needs another world, more than the comments and proposals that a member may add in a time.
  await site.query("DELETE FROM quota_counts WHERE kind IN ('comments', 'queued-problems')");
  const commented = await other.ask("POST", `/v1/articles/${articleId}/comments`, comment);
  const { commentId } = commented.body.data;
  const proposed = await other.ask("POST", `/v1/teams/${teamId}/problem-queue`, newEntries);
  const [entryId] = proposed.body.data.entryIds;
  const posted = await manager.ask("POST", `/v1/articles/teams/${teamId}/subjects`, {
    form: subjectForm("2025-09-03"),
  });
  const self = column === "visitor" ? "" : cast[column].uuid;
  return { teamId, other, articleId, commentId, subjectId: posted.body.data.articleId, entryId, self };
}

const saidAs = (answer: Answer, expected: string) =>
  expected.includes(" ") ? said(answer) : String(answer.status);

describe("who may do what", () => {
  for (const [index, column] of columns.entries()) {
    it(`${column}: every response matches the matrix`, async () => {
      const actor = column === "visitor" ? site : cast[column];
      const answers: string[] = [];
      const expected: string[] = [];
      let world: World | undefined;
      for (const row of rows) {
        const { endpoint, title = "", call, expected: wanted } = row;
        const due = wanted[index] ?? "";
        world ??= await worldFor(column);
        const answer = await call(actor, world);
        // An accepted command may have changed the world; a refused one may not.
        if (inTeams.includes(row) && endpoint.kind === "command" && answer.status < 300) world = undefined;
        answers.push(`${endpoint.name} ${title}: ${saidAs(answer, due)}`);
        expected.push(`${endpoint.name} ${title}: ${due}`);
      }
      expect(answers).toEqual(expected);
    });
  }

  it("withdrawn: no access, public paths included", async () => {
    const world = await worldFor("outsider");
    const count = await site.eventCount();
    for (const { endpoint, call } of rows)
      expect([endpoint.name, saidAs(await call(withdrawn, world), badToken)]).toEqual([
        endpoint.name,
        badToken,
      ]);
    expect(await site.eventCount()).toBe(count);
  });

  it("a writer edits and deletes the own article, also after leaving the team", async () => {
    const { teamId, articleId } = await worldFor("member");
    const edit = () => other.ask("PUT", `/v1/articles/${articleId}`, { form: { articleTitle: "고친 글" } });
    expect((await edit()).status).toBe(200);
    await other.ask("DELETE", `/v1/teams/${teamId}/members/me`);
    expect((await edit()).status).toBe(200);
    expect((await other.ask("DELETE", `/v1/articles/${articleId}`)).status).toBe(200);
  });

  it("a former member, who wrote article and comment, only deletes the own comment", async () => {
    const world = await worldFor("member");
    await other.ask("DELETE", `/v1/teams/${world.teamId}/members/me`);
    const ofDiscussion = rows.filter(({ endpoint }) =>
      Object.values(discussionApi).some((each) => each === endpoint),
    );
    const answers: string[] = [];
    for (const { endpoint, call } of ofDiscussion)
      answers.push(`${endpoint.name}: ${said(await call(other, world))}`);
    expect(answers).toEqual([
      `getDiscussion: ${notInTeam}`,
      `postComment: ${notInTeam}`,
      `editComment: ${notInTeam}`,
      `acknowledge: ${notInTeam}`,
      `peek: ${notInTeam}`,
      "deleteComment: 200 의견이 성공적으로 삭제되었습니다.",
      `changeDiscussionOptions: ${noManager}`,
    ]);
    const again = await other.ask("DELETE", ofComment(world));
    expect(said(again)).toBe("404 의견이 존재하지 않습니다.");
  });

  it("bodies of articles are visible to the team and their writer", async () => {
    const { teamId, articleId } = await worldFor("member");
    const bodyFor = async (actor: Actor) => {
      const page = await actor.ask("GET", `/v1/articles/${teamId}/by-date?date=${site.today()}`);
      return page.body.data.content.find((article: { articleId: number }) => article.articleId === articleId)
        .articleBody;
    };
    expect(await bodyFor(site)).toBeNull();
    expect(await bodyFor(cast.outsider)).toBeNull();
    for (const actor of [cast.member, cast.manager, other]) expect(await bodyFor(actor)).toBe("<p>글</p>");
    await other.ask("DELETE", `/v1/teams/${teamId}/members/me`);
    expect(await bodyFor(other)).toBe("<p>글</p>");
  });

  it("every member with a token may withdraw, whatever their role", async () => {
    expect(saidAs(await site.ask("DELETE", "/v1/members"), noToken)).toBe(noToken);
    const ok = "200 유저가 성공적으로 삭제되었습니다.";
    const manager = await site.person("방장");
    const teamId = await site.team(manager);
    const member = await site.person("회원");
    await join(member, teamId);
    for (const person of [await site.person("바깥"), member, manager])
      expect(saidAs(await person.ask("DELETE", "/v1/members"), ok)).toBe(ok);
  });
});
