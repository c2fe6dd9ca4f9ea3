import { describe, expect, it } from "vitest";
import type { DomainEvent } from "#contracts/events";
import { roleActions } from "#contracts/membership/api";
import {
  invitationCreated,
  invitationId,
  invitationRevoked,
  joinedByInvitation,
} from "#tests/examples/invitations";
import * as team from "#tests/examples/memberships";
import * as notified from "#tests/examples/notifications";
import { bamtol, dotori, hodu, janmul } from "#tests/examples/people";
import * as post from "#tests/examples/posts";
import * as search from "#tests/examples/recruitments";
import { created, joined } from "#tests/examples/teams";
import { recorded } from "#tests/support/recorded";
import { inbox } from "./inbox.ts";
import { inboxSettings } from "./inbox-settings.ts";
import { inboxSources } from "./inbox-sources.ts";
import { memberCard } from "./member-card.ts";
import { myApplications } from "./my-applications.ts";
import { myArticles } from "./my-articles.ts";
import { mySolved } from "./my-solved.ts";
import { myTeams } from "./my-teams.ts";
import type { AnyProjection, RowChange } from "./projection.ts";
import { increment, patch, patchWhere, remove, removeWhere, upsert } from "./projection.ts";
import { changesOf } from "./projector/apply.ts";
import type { Row } from "./projector/fold.ts";
import { recruitmentBoard } from "./recruitment-board.ts";
import { recruitmentDetail } from "./recruitment-detail.ts";
import { roleHistory } from "./role-history.ts";
import { searchChanges } from "./search-changes.ts";
import { teamArticles } from "./team-articles.ts";
import { teamCalendar } from "./team-calendar.ts";
import { searchable, teamDirectory } from "./team-directory.ts";
import { teamInvitations } from "./team-invitations.ts";
import { teamMembers } from "./team-members.ts";
import { teamPage } from "./team-page.ts";
import { teamWriters } from "./team-writers.ts";

/** An event, the keys of the live channels that it touches, and its changes of the rows. */
type Case = [event: DomainEvent, touched: readonly string[], ...changes: RowChange<Row>[]];

const at = "2025-09-03T12:30:00.000Z";
const log = "00000000000000000001.00000000000000000700.00000000000000000001";
const position = `${log}-000`;
const sealed = "ArticlePosted article-301 …";
const date = "2025-09-03";

const uuid = { uuid: dotori };
const texts = { name: "도토리", explain: "그래프 공부 중", image_url: "/images/a1/a1f0.jpg" };
const noTexts = { name: null, explain: null, image_url: null };
const profile = post.completed(dotori, "도토리", texts.image_url);

const team12 = { team_id: 12 };
const member = (member_id: string) => ({ ...team12, member_id });
const joins = (member_id: string, role: string, index = 0) =>
  upsert<Row>({ ...member(member_id), role, joined_at: at, joined_position: `${log}-00${index}` });
const becomes = (member_id: string, role: string) => patch<Row>(member(member_id), { role });

/** The same events for both read models: by team, and by member. */
const memberships: [event: DomainEvent, members: string[], ...changes: RowChange<Row>[]][] = [
  [created, [dotori], joins(dotori, "MANAGER")],
  [joined(), [bamtol], joins(bamtol, "MEMBER")],
  [team.admitted, [hodu, janmul], joins(hodu, "MEMBER"), joins(janmul, "MEMBER", 1)],
  [team.left(), [bamtol], remove(member(bamtol))],
  [team.left(true), [bamtol], remove(member(bamtol))],
  [team.kicked, [bamtol], remove(member(bamtol))],
  [team.coManagerAdded, [bamtol], becomes(bamtol, "MANAGER")],
  [team.delegated, [dotori, bamtol], becomes(dotori, "MEMBER"), becomes(bamtol, "MANAGER")],
  [team.demoted, [bamtol], becomes(bamtol, "MEMBER")],
  [team.succeeded, [bamtol], becomes(bamtol, "MANAGER")],
  [team.teamDeleted, [], removeWhere(team12)],
];

/** action, actor, target, before, after, reason: the table of spec/wire-contract.md §4.15. */
type Entry = [
  string,
  string | null,
  string,
  string | null,
  string | null,
  (string | null)?,
  (string | null)?,
];
const entered: [event: DomainEvent, ...entries: Entry[]][] = [
  [created, ["CREATED", dotori, dotori, null, "MANAGER"]],
  [joined(), ["JOINED", bamtol, bamtol, null, "MEMBER"]],
  [joinedByInvitation(), ["JOINED", bamtol, bamtol, null, "MEMBER", null, dotori]],
  [team.admitted, ["INVITED", dotori, hodu, null, "MEMBER"], ["INVITED", dotori, janmul, null, "MEMBER"]],
  [team.left(), ["LEFT", bamtol, bamtol, "MEMBER", null]],
  [team.kicked, ["KICKED", dotori, bamtol, "MEMBER", null, "연락이 끊겼어요"]],
  [team.coManagerAdded, ["CO_MANAGER_ADDED", dotori, bamtol, "MEMBER", "MANAGER", "새 학기라 역할을 나눠요"]],
  [team.delegated, ["MANAGER_DELEGATED", dotori, bamtol, "MEMBER", "MANAGER"]],
  [team.demoted, ["DEMOTED", dotori, bamtol, "MANAGER", "MEMBER"]],
  [team.succeeded, ["SUCCEEDED", null, bamtol, "MEMBER", "MANAGER"]],
  [team.left(true, bamtol, "MANAGER"), ["WITHDRAWN", bamtol, bamtol, "MANAGER", null]],
];
const entry = (
  [action, actor_id, target_id, before, after, reason = null, invited_by = null]: Entry,
  index: number,
) =>
  upsert<Row>({
    ...{ ...team12, action, actor_id, target_id, before, after, reason, invited_by, occurred_at: at },
    ...{ entry_id: expect.any(String), position: `${log}-00${index}` },
  });

const article = { article_id: 301 };
const [articleOf, day] = [
  { member_id: dotori, ...article },
  { ...team12, date },
];
const boj = { provider: "boj", number: "1260" };
const codeforces = { provider: "codeforces", number: "4A" };
const hash = { provider: "programmers", number: "42576", title: "완주하지 못한 선수", url: null };
const slot = (n: number) => ({ ...article, slot: n });
const solved = (n: number, problem: object) => ({
  ...{ ...slot(n), ...problem },
  ...{ author_id: dotori, ...team12, date },
});
const change = (kind: string, id: number) => ({
  ...{ kind, id, ...team12, author_id: dotori, date, changed: position },
});
const changed = (kind: string, id: number, is_gone: boolean) =>
  patch<Row>({ kind, id }, { changed: position, is_gone });
const recruitment = { recruitment_id: 5 };
const text = {
  title: "평일 아침 코테 스터디",
  body: "<p>함께 풀어요</p>",
  contact: "https://open.example/morning",
};
const noStart = { body_short: null, preview: null };
const editedText = { ...text, title: "저녁 스터디" };
const application = { application_id: 8 };
const turns = (state: string) => ({ state, changed_at: at, changed_position: position });
const inState = (state: string) => ({ ...recruitment, state });

const notification = {
  ...{ notification_id: notified.notificationId, member_id: dotori, number: 1, kind: "SUBJECT_POSTED" },
  ...{
    right: "member",
    first_at: at,
    occurred_at: at,
    count: 1,
    actor_ids: [bamtol],
    ...team12,
    recruitment_id: null,
  },
  ...{ article_id: null, day: "2025-12-11", change: null, team_name: null, reason: null, is_read: false },
};
const gone = (member_id: string, ...rights: string[]) =>
  rights.map((right) => removeWhere<Row>({ ...member(member_id), right }));

const announcementCleared = {
  type: "AnnouncementChanged",
  data: { teamId: 12, announcement: " " },
} as DomainEvent;
const source = (kind: string, target: number, actor_ids: string[], over: object = {}) =>
  upsert<Row>({
    ...{ event_id: expect.any(String), kind, target, member_id: null, occurred_at: at, position, actor_ids },
    ...{ counted: 1, article_id: null, day: null, change: null, reason: null, ...over },
  });
const roleOf = (member_id: string, actor_ids: string[], change: string, reason: string | null = null) =>
  source("ROLE_CHANGED", 12, actor_ids, { member_id, change, reason });

const tables: [AnyProjection, Case[]][] = [
  [
    memberCard,
    [
      [post.signedUp(), [dotori], upsert({ ...uuid, ...noTexts, state: "signed-up" })],
      [profile, [dotori], patch(uuid, { ...texts, state: "complete" })],
      [
        { ...profile, type: "ProfileChanged" } as DomainEvent,
        [dotori],
        patch(uuid, { ...texts, state: "complete" }),
      ],
      // The key of its texts is destroyed.
      [post.completed(dotori, null), [dotori], patch(uuid, { ...noTexts, state: "complete" })],
      [post.withdrawn(), [dotori], patch(uuid, { ...noTexts, state: "withdrawn" })],
    ],
  ],
  [teamMembers, memberships.map(([event, , ...changes]) => [event, ["12"], ...changes])],
  [myTeams, memberships],
  [
    roleHistory,
    [
      ...entered.map(([event, ...entries]): Case => [event, ["12"], ...entries.map(entry)]),
      [team.teamDeleted, ["12"], removeWhere(team12)],
      [post.withdrawn(), [], patchWhere({ target_id: dotori }, { reason: null })],
    ],
  ],
  [
    teamInvitations,
    [
      [
        invitationCreated(),
        ["12"],
        upsert({
          ...{ id: invitationId, ...team12, token: "sealed-token", created_by: dotori },
          token_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
          ...{ expires_at: "2025-09-10T12:30:00.000Z", max_uses: 3, uses: 0, last_used_at: null },
          ...{ revoked_at: null, position },
        }),
      ],
      [invitationRevoked(), ["12"], patch({ id: invitationId }, { revoked_at: at })],
      [
        joinedByInvitation(),
        ["12"],
        increment({ id: invitationId }, { uses: 1 }),
        patch({ id: invitationId }, { last_used_at: at }),
      ],
      // A join without an invitation changes only the free seats.
      [joined(), ["12"]],
      ...[team.coManagerAdded, team.delegated, team.demoted, team.succeeded, team.left(), team.kicked].map(
        (event): Case => [event, ["12"]],
      ),
      [team.teamDeleted, ["12"], removeWhere(team12)],
    ],
  ],
  [
    teamDirectory,
    [
      [
        created,
        ["all"],
        upsert({
          ...team12,
          name: "아침반",
          search_name: "아침반",
          member_count: 1,
          created_position: position,
        }),
      ],
      [team.infoChanged, ["all"], patch(team12, { name: "저녁 Java반", search_name: "저녁 java반" })],
      [joined(), ["all"], increment(team12, { member_count: 1 })],
      [team.admitted, ["all"], increment(team12, { member_count: 2 })],
      [team.left(), ["all"], increment(team12, { member_count: -1 })],
      [team.kicked, ["all"], increment(team12, { member_count: -1 })],
      [team.teamDeleted, ["all"], remove(team12)],
      ...[team.announced, team.coManagerAdded, team.delegated, team.demoted, team.succeeded].map(
        (event): Case => [event, ["all"]],
      ),
    ],
  ],
  [
    teamPage,
    [
      [
        created,
        ["12"],
        upsert({
          ...{ ...team12, name: "아침반", explain: "7시에 시작해요", topic: "코딩테스트", member_limit: 10 },
          ...{ image_url: null, announcement: "", entry_password: "sealed-4821", recruitment_id: null },
          ...{ revision: 1, created_at: at },
        }),
      ],
      [
        team.infoChanged,
        ["12"],
        patch(team12, {
          ...{ name: "저녁 Java반", explain: "", topic: "스터디", member_limit: 4 },
          ...{ image_url: "/images/3b/3b90.jpg", revision: 2 },
        }),
      ],
      [team.passwordChanged, ["12"], patch(team12, { entry_password: "sealed-0000", revision: 3 })],
      [team.announced, ["12"], patch(team12, { announcement: "이번 주는 그래프!" })],
      [team.teamDeleted, ["12"], remove(team12)],
      ...memberships.slice(1, -1).map(([event]): Case => [event, ["12"]]),
      [search.recruitmentPosted({ teamId: 12 }), ["12"], patch(team12, recruitment)],
      [search.teamLinked(), ["12"], patch(team12, recruitment)],
      [search.recruitmentDeleted([], 12), ["12"], patchWhere(recruitment, { recruitment_id: null })],
      // A recruitment without a team.
      [search.recruitmentPosted(), []],
      [search.recruitmentDeleted(), [], patchWhere(recruitment, { recruitment_id: null })],
    ],
  ],
  [
    teamArticles,
    [
      [
        post.posted(),
        ["12"],
        upsert({
          ...{ ...article, ...team12, author_id: dotori, date, sealed, problems: [boj], revision: 1 },
          ...{ created_at: at, position },
        }),
      ],
      [post.edited, ["12"], patch(article, { sealed, problems: [boj, codeforces], revision: 2 })],
      // The author's key is destroyed.
      [post.posted({ title: null, body: null }), ["12"]],
      [post.editedWithoutKey, ["12"], remove(article)],
      [post.deleted, ["12"], remove(article)],
      [team.teamDeleted, ["12"], removeWhere(team12)],
      [post.withdrawn(), [], removeWhere({ author_id: dotori })],
      // Members of the team see the bodies; articles of members who leave stay.
      ...[joined(), team.admitted, team.left(false, dotori), team.kicked].map(
        (event): Case => [event, ["12"]],
      ),
    ],
  ],
  [
    teamWriters,
    [
      [
        post.posted(),
        ["12"],
        upsert({
          ...{ ...article, ...team12, author_id: dotori, date },
          ...{ posted_at: at, deleted_at: null, position },
        }),
      ],
      [post.posted({ title: null, body: null }), ["12"]],
      [post.deleted, ["12"], patch(article, { deleted_at: at })],
      [team.teamDeleted, ["12"], removeWhere(team12)],
      [post.withdrawn(), [], removeWhere({ author_id: dotori })],
    ],
  ],
  [
    myArticles,
    [
      [post.posted(), [dotori], upsert({ ...articleOf, ...team12, position })],
      [post.posted({ title: null, body: null }), [dotori]],
      [post.edited, [dotori]],
      [post.deleted, [dotori], remove(articleOf)],
      [team.teamDeleted, [], removeWhere(team12)],
      [post.withdrawn(), [], removeWhere({ member_id: dotori })],
    ],
  ],
  [
    mySolved,
    [
      [post.posted(), [dotori], upsert(solved(0, boj))],
      [post.posted({ title: null, body: null }), [dotori]],
      [
        post.edited,
        [dotori],
        ...[upsert<Row>(solved(0, boj)), upsert<Row>(solved(1, codeforces)), remove<Row>(slot(2))],
      ],
      [post.editedWithoutKey, [dotori], ...[0, 1, 2].map((n) => remove<Row>(slot(n)))],
      [post.deleted, [dotori], ...[0, 1, 2].map((n) => remove<Row>(slot(n)))],
      [team.teamDeleted, [], removeWhere(team12)],
      [post.withdrawn(), [], removeWhere({ author_id: dotori })],
    ],
  ],
  [
    teamCalendar,
    [
      [
        post.subjectPosted(),
        ["12"],
        upsert({
          ...{ ...day, article_id: 77, category: "코딩 테스트", title: "오늘의 두 문제", body: "<p>1번</p>" },
          ...{ image_url: null, author_id: dotori, created_at: at, problems: [hash], revision: 1 },
        }),
      ],
      [
        post.subjectEdited,
        ["12"],
        patch(day, {
          ...{ category: "스터디 복습", title: "세 문제", body: "<p>2번</p>", image_url: null, revision: 2 },
          problems: [
            hash,
            { provider: "own", number: "", title: "직접 낸 문제", url: "https://problems.example/1" },
          ],
        }),
      ],
      [post.subjectDeleted, ["12"], remove(day)],
      [team.teamDeleted, ["12"], removeWhere(team12)],
    ],
  ],
  [
    searchChanges,
    [
      [post.posted(), [], upsert({ ...change("article", 301), is_gone: false })],
      [post.edited, [], changed("article", 301, false)],
      // The author's key is destroyed: after a rebuild, too, indexes must delete the text.
      [post.posted({ title: null, body: null }), [], upsert({ ...change("article", 301), is_gone: true })],
      [post.editedWithoutKey, [], changed("article", 301, true)],
      [post.deleted, [], changed("article", 301, true)],
      [post.subjectPosted(), [], upsert({ ...change("subject", 77), is_gone: false })],
      [post.subjectEdited, [], changed("subject", 77, false)],
      [post.subjectDeleted, [], changed("subject", 77, true)],
      [team.teamDeleted, [], patchWhere(team12, { changed: position, is_gone: true })],
      [
        post.withdrawn(),
        [],
        patchWhere({ author_id: dotori, kind: "article" }, { changed: position, is_gone: true }),
        patchWhere({ author_id: dotori, kind: "subject" }, { changed: position }),
      ],
    ],
  ],
  [
    recruitmentBoard,
    [
      [
        search.recruitmentPosted(),
        ["all"],
        upsert({ ...recruitment, author_id: dotori, is_recruiting: true, is_shown: true, position }),
      ],
      [search.recruitmentEdited, ["all"]],
      [search.recruitmentClosed(), ["all"], patch(recruitment, { is_recruiting: false })],
      [search.recruitmentResumed(), ["all"], patch(recruitment, { is_recruiting: true })],
      [search.teamLinked(), ["all"]],
      [search.recruitmentDeleted([bamtol]), ["all"], remove(recruitment)],
      [post.withdrawn(), [], patchWhere({ author_id: dotori }, { is_shown: false })],
    ],
  ],
  [
    recruitmentDetail,
    [
      [
        search.recruitmentPosted({ imageUrl: "/images/9d/9d22.jpg" }),
        ["5"],
        upsert({
          ...{ ...recruitment, author_id: dotori, team_id: null, ...text, image_url: "/images/9d/9d22.jpg" },
          ...{ body_short: null, preview: "함께 풀어요" },
          ...{ is_recruiting: true, revision: 1, created_at: at },
        }),
      ],
      [
        search.recruitmentEdited,
        ["5"],
        patch(recruitment, {
          ...{ ...editedText, body_short: null, preview: "함께 풀어요", image_url: null, revision: 2 },
        }),
      ],
      [search.recruitmentClosed(), ["5"], patch(recruitment, { is_recruiting: false })],
      [search.recruitmentResumed(), ["5"], patch(recruitment, { is_recruiting: true })],
      [search.teamLinked(), ["5"], patch(recruitment, team12)],
      [search.recruitmentDeleted(), ["5"], remove(recruitment)],
      // A later event removes the post itself.
      [
        post.withdrawn(),
        [],
        patchWhere(
          { author_id: dotori },
          { ...noStart, title: null, body: null, contact: null, image_url: null },
        ),
      ],
      [search.applied(), ["5"]],
      [search.applicationEdited, ["5"]],
      [search.applicationWithdrawn, ["5"]],
      [search.applicationRemoved, ["5"]],
      [search.applicationsAccepted, ["5"]],
    ],
  ],
  [
    myApplications,
    [
      [
        search.applied(),
        [bamtol],
        upsert({
          ...{ ...application, ...recruitment, applicant_id: bamtol, team_id: null },
          body: "지원합니다",
          ...{ applied_at: at, applied_position: position, ...turns("pending") },
        }),
      ],
      [search.applicationEdited, [bamtol], patch(application, { body: "고친 글" })],
      [search.applicationWithdrawn, [bamtol], remove(application)],
      [search.applicationRemoved, [bamtol], patch(application, turns("removed"))],
      [
        search.applicationsAccepted,
        [bamtol, hodu],
        patch(application, { ...team12, ...turns("accepted") }),
        patch({ application_id: 9 }, { ...team12, ...turns("accepted") }),
      ],
      [search.recruitmentClosed([bamtol]), [bamtol], patchWhere(inState("pending"), turns("closed"))],
      [search.recruitmentResumed([bamtol]), [bamtol], patchWhere(inState("closed"), turns("pending"))],
      [
        search.recruitmentDeleted([bamtol, hodu]),
        [bamtol, hodu],
        patchWhere(inState("pending"), turns("deleted")),
        patchWhere(inState("closed"), turns("deleted")),
      ],
      [search.teamLinked([bamtol]), [bamtol]],
      // Only the text of undecided applications is removed; later events withdraw them.
      [
        post.withdrawn(bamtol),
        [],
        patchWhere({ applicant_id: bamtol }, { body: null }),
        ...["accepted", "removed", "deleted"].map((state) =>
          removeWhere<Row>({ applicant_id: bamtol, state }),
        ),
      ],
    ],
  ],
  [
    inbox,
    [
      [notified.raised(), [dotori], upsert(notification)],
      [
        notified.raised({ kind: "NEW_MEMBER", actorIds: [bamtol, hodu], reason: "부탁해요" }),
        [dotori],
        upsert({
          ...{ ...notification, kind: "NEW_MEMBER", count: 2 },
          ...{ actor_ids: [bamtol, hodu], reason: "부탁해요" },
        }),
      ],
      [
        notified.collapsed({ articleId: 301 }),
        [dotori],
        patch(
          { notification_id: notified.notificationId },
          {
            ...{ number: 2, occurred_at: "2025-09-03T12:31:00.000Z", count: 2 },
            ...{ actor_ids: [hodu, bamtol], article_id: 301, day: "2025-12-12" },
          },
        ),
      ],
      [notified.someRead(), [dotori], patch({ notification_id: notified.notificationId }, { is_read: true })],
      [notified.allRead(), [dotori]],
      [team.left(), [bamtol], ...gone(bamtol, "member", "manager")],
      [team.left(true), [bamtol], ...gone(bamtol, "member", "manager")],
      [team.kicked, [bamtol], ...gone(bamtol, "member", "manager")],
      [team.demoted, [bamtol], ...gone(bamtol, "manager")],
      [team.delegated, [dotori], ...gone(dotori, "manager")],
      [
        team.teamDeleted,
        [],
        removeWhere({ ...team12, right: "member" }),
        removeWhere({ ...team12, right: "manager" }),
      ],
      [search.recruitmentDeleted([bamtol]), [], removeWhere({ ...recruitment, right: "recruiter" })],
      [post.withdrawn(), [dotori], removeWhere({ member_id: dotori })],
    ],
  ],
  [
    inboxSources,
    [
      [post.subjectPosted(), [], source("SUBJECT_POSTED", 12, [dotori], { day: date })],
      [team.announced, [], source("ANNOUNCEMENT_CHANGED", 12, [])],
      [announcementCleared, []],
      [joined(), [], source("NEW_MEMBER", 12, [bamtol])],
      [team.admitted, [], source("NEW_MEMBER", 12, [hodu, janmul], { counted: 2 })],
      [post.posted(), [], source("ARTICLE_POSTED", 12, [dotori], { article_id: 301, day: date })],
      [search.applied(), [], source("APPLICATION_SUBMITTED", 5, [bamtol])],
      [team.coManagerAdded, [], roleOf(bamtol, [dotori], "CO_MANAGER", "새 학기라 역할을 나눠요")],
      [team.delegated, [], roleOf(bamtol, [dotori], "DELEGATED")],
      [team.demoted, [], roleOf(bamtol, [dotori], "DEMOTED")],
      [team.succeeded, [], roleOf(bamtol, [], "SUCCEEDED")],
      [
        team.teamDeleted,
        [],
        ...["SUBJECT_POSTED", "ANNOUNCEMENT_CHANGED", "NEW_MEMBER", "ARTICLE_POSTED"].map((kind) =>
          removeWhere<Row>({ kind, target: 12 }),
        ),
      ],
      [search.recruitmentDeleted(), [], removeWhere({ kind: "APPLICATION_SUBMITTED", target: 5 })],
      [post.withdrawn(), [], removeWhere({ member_id: dotori })],
    ],
  ],
  [
    inboxSettings,
    [
      [
        post.signedUp(),
        [],
        upsert({
          ...{ member_id: dotori, latest: 0, read_up_to: 0, revision: 0, kinds: {}, digest: "off" },
          ...{ quiet: { enabled: true, from: "23:00", until: "08:00" }, digest_since: null },
        }),
      ],
      [notified.raised(), [], patch({ member_id: dotori }, { latest: 1 })],
      [notified.collapsed(), [], patch({ member_id: dotori }, { latest: 2 })],
      [notified.allRead(7), [], patch({ member_id: dotori }, { read_up_to: 7 })],
      [
        notified.settingsChanged(),
        [dotori],
        ...["daily", "weekly"].map((digest) =>
          patchWhere<Row>({ member_id: dotori, digest }, { digest_since: at }),
        ),
        patch(
          { member_id: dotori },
          {
            ...{ revision: 1, kinds: { ARTICLE_POSTED: { inbox: true, push: false, mail: false } } },
            ...{ quiet: { enabled: true, from: "23:00", until: "08:00" }, digest: "off" },
          },
        ),
      ],
      [post.withdrawn(), [], remove({ member_id: dotori })],
    ],
  ],
];
const everything = [...tables.flatMap(([, cases]) => cases.map(([event]) => event)), search.teamReserved];

/** The event as a read model gets it: sealed if its personal fields can be decrypted. */
function given(event: DomainEvent) {
  const isOpenable =
    event.type === "NotificationRaised" || ("title" in event.data && event.data.title !== null);
  return { ...recorded(event), ...(isOpenable && { sealed }) };
}

describe.each(tables)("$name", (projection, cases) => {
  it.each(cases)("$type", (event, touched, ...changes) => {
    expect(changesOf(projection, given(event))).toEqual(changes);
    expect(projection.touches(event)).toEqual(touched);
  });

  it("ignores all other events", () => {
    const own = new Set<string>(cases.map(([{ type }]) => type));
    const others = everything.filter(({ type }) => !own.has(type));
    expect(others.length).toBeGreaterThan(20);
    for (const event of others)
      expect([changesOf(projection, given(event)), projection.touches(event)], event.type).toEqual([[], []]);
  });
});

it("the role history covers every action and gives each entry a stable id and a position in log order", () => {
  expect(new Set(entered.flatMap(([, ...entries]) => entries.map(([action]) => action)))).toEqual(
    new Set(roleActions),
  );
  const rowsOf = (event: DomainEvent, n: number) =>
    changesOf(roleHistory, recorded(event, n)).map((change) =>
      change.change === "upsert" ? change.row : {},
    );
  const rows = [...rowsOf(team.admitted, 9), ...rowsOf(joined(), 10), ...rowsOf(team.delegated, 101)];
  expect(new Set(rows.map((row) => row.entry_id)).size).toBe(4);
  expect(rowsOf(team.admitted, 9)).toEqual(rows.slice(0, 2));
  const positions = rows.map((row) => String(row.position));
  expect([...positions].sort()).toEqual(positions);
});

it("normalises decomposed and upper-case letters for the search", () => {
  expect(searchable("아침반 JAVA".normalize("NFD"))).toBe("아침반 java");
});

it("adds no row for a notification raised while its recipient withdrew", () => {
  expect(changesOf(inbox, recorded(notified.raised()))).toEqual([]);
});
