import { type Fault, inFile } from "./fault.ts";
import { notificationFaults } from "./notification-faults.ts";

export type { Fault };

const team = inFile(
  "services/team/team.ts",
  "services/team/team.spec.ts",
  "services/team/role-paths.spec.ts",
);
const teamRoles = inFile(
  "services/team/roles.ts",
  "services/team/team.spec.ts",
  "services/team/role-paths.spec.ts",
);
const teamPermits = inFile("services/team/permits.ts", "services/team/");
const recruitmentPermits = inFile("services/recruitment/permits.ts", "services/recruitment/recruitment");
const roles = inFile("contracts/machines/team-role.ts", "services/team/team.spec.ts", "services/team/");
const roster = inFile("services/team/facts.ts", "services/team/");
const admission = inFile("services/team/admission.ts", "services/team/admission.spec.ts");
const invitations = inFile("services/team/invitations.ts", "services/team/invitations.spec.ts");
const invitationState = inFile("contracts/invitation/state.ts", "services/team/invitations.spec.ts");
const loggedPaths = inFile("services/platform/logging.ts", "services/platform/logging.spec.ts");
const withdrawal = inFile("services/team/withdrawal.ts", "services/team/");
const member = inFile("services/member/member.ts", "services/member/member.spec.ts");
const article = inFile("services/article/article.ts", "services/article/article.spec.ts");
const discussion = inFile("services/discussion/discussion.ts", "services/discussion/discussion.spec.ts");
const discussionPermits = inFile("services/discussion/permits.ts", "services/discussion/discussion.spec.ts");
const veil = inFile("projections/article-view.ts", "tests/api/veil.spec.ts");
const rhythmDays = inFile("contracts/rhythm/days.ts", "services/rhythm/naive-model.spec.ts");
const promise = inFile("services/rhythm/promise.ts", "services/rhythm/promise.spec.ts");
const attendance = inFile("services/rhythm/attendance.ts", "services/rhythm/attendance.spec.ts");
const rhythmFacts = inFile("services/rhythm/facts.ts", "services/rhythm/");
const rosterInRhythm = inFile("services/team/facts.ts", "services/rhythm/");
const rhythmPage = inFile("projections/rhythm-page.ts", "services/rhythm/naive-model.spec.ts");
const attendanceCalls = inFile("projections/rhythm-page.ts", "tests/api/attendance.spec.ts");
const subject = inFile("services/subject/subject.ts", "services/subject/subject.spec.ts");
const recruitment = inFile("services/recruitment/recruitment.ts", "services/recruitment/recruitment");
const applications = inFile("services/recruitment/application.ts", "services/recruitment/recruitment");
const recruitmentPhases = inFile("contracts/machines/recruitment.ts", "services/recruitment/recruitment");
const applicationPhases = inFile("contracts/machines/application.ts", "services/recruitment/recruitment");
const commands = inFile(
  "services/platform/decider.ts",
  "services/platform/decider.spec.ts",
  "tests/api/idempotency.spec.ts",
);
const refreshToken = inFile("services/identity/refresh-token.ts", "services/identity/refresh-token.spec.ts");
const families = inFile("services/identity/refresh-families.ts", "tests/identity/renewal.spec.ts");
const accessToken = inFile("services/identity/access-token.ts", "tests/identity/tokens.spec.ts");
const revocations = inFile("services/app/revocations.ts", "services/app/revocations.spec.ts");
const sessions = inFile("services/identity/sessions.ts", "tests/identity/login-ends.spec.ts");
const loginState = inFile("services/identity/login-state.ts", "services/identity/login-state.spec.ts");
const returnPath = inFile("services/identity/return-path.ts", "services/identity/return-path.spec.ts");
const knownMembers = inFile("services/identity/known-members.ts", "services/identity/known-members.spec.ts");
const guesses = inFile("services/team/entry-passwords.ts", "tests/identity/entry-passwords.spec.ts");
const csv = inFile("contracts/csv.ts", "contracts/csv.spec.ts", "services/ops/audit-roles.spec.ts");
const audit = inFile("services/ops/audit-roles.ts", "services/ops/audit-roles.spec.ts");
const membership = inFile("projections/membership.ts", "projections/membership.spec.ts");
const history = inFile("projections/role-history.ts", "projections/role-history.spec.ts");
const storedDrafts = inFile(
  "services/drafts/drafts.ts",
  "services/drafts/drafts.spec.ts",
  "tests/api/drafts.spec.ts",
);
const noLostText = "web/src/lib/unsent/no-lost-text.spec.ts";
const editorDrafts = inFile(
  "web/src/lib/unsent/editor-draft.ts",
  noLostText,
  "web/src/lib/unsent/editor-draft.spec.ts",
);
const unsentRecords = inFile("web/src/lib/unsent/record.ts", "web/src/lib/unsent/record.spec.ts");
const unsentStore = inFile("web/src/lib/unsent/store.ts", noLostText, "web/src/lib/unsent/record.spec.ts");
const appends = inFile("services/event-store/postgres/append.ts", "tests/event-store/postgres.spec.ts");
const outages = "tests/event-store/eventstoredb-outages.spec.ts";
const protocol = inFile("services/event-store/eventstoredb/protocol.ts", outages);
const leader = inFile("services/event-store/eventstoredb/leader-connection.ts", outages);
const logEnd = inFile("services/event-store/eventstoredb/log-end.ts", outages);
const storeFaults = inFile(
  "services/event-store/eventstoredb/errors.ts",
  outages,
  "tests/event-store/eventstoredb-product.spec.ts",
);
const timeBudget = inFile(
  "services/event-store/time-budget.ts",
  outages,
  "services/platform/http/read-call.spec.ts",
);
const batching = inFile(
  "services/event-store/postgres/batching.ts",
  "services/event-store/postgres/batching.spec.ts",
);
const erasure = "tests/ops/erasure.spec.ts";
const erasing = inFile("services/app/erasure.ts", erasure);
const liveMembers = inFile("services/platform/live/members.ts", "tests/live/");
const liveSubscriptions = inFile("services/platform/live/subscriptions.ts", "tests/live/bounds.spec.ts");
const liveWatches = inFile("services/platform/live/watches.ts", "tests/live/");
const liveBacklog = inFile("services/platform/live/backlog.ts", "tests/live/resume.spec.ts");
const liveConnection = inFile(
  "services/platform/live/connection.ts",
  "services/platform/live/",
  "tests/live/bounds.spec.ts",
);
const live = inFile("services/platform/live/live.ts", "tests/live/");
const messageRate = inFile("services/platform/queues/rate.ts", "tests/live/bounds.spec.ts");
const progress = inFile("projections/projector/progress.ts", "projections/projector/progress.spec.ts");
const lease = inFile(
  "projections/projector/lease.ts",
  "projections/projector/lease.spec.ts",
  "projections/runner.spec.ts",
);

const watching = inFile("services/app/read-model-watch.ts", "services/app/read-model-watch.spec.ts");
const dates = inFile("contracts/dates.ts", "contracts/dates.spec.ts");
const dayEnd = (file: string, search: string, replacement: string) =>
  inFile(file, "tests/api/day-end.spec.ts")(search, replacement);
const articleRoutes = inFile("services/article/routes.ts", "services/article/routes.spec.ts");
const applicationRole = inFile(
  "services/platform/embedded-postgres/application-role.ts",
  "services/platform/embedded-postgres/embedded-postgres.spec.ts",
);
const migrations = inFile(
  "services/platform/database/migrations.ts",
  "services/platform/database/migrations.spec.ts",
);
const importing = inFile("services/ops/import-events.ts", "tests/ops/ops.spec.ts");
const picturesSpec = "services/images/picture-uses.spec.ts";
const pictureUses = inFile("services/images/picture-uses.ts", picturesSpec);
const pictureReactor = inFile("services/images/reactors.ts", picturesSpec, "tests/api/pictures.spec.ts");
const bucketPictures = inFile("services/images/s3-pictures.ts", "services/images/s3-pictures.spec.ts");
const movedPictures = inFile("services/images/move-pictures.ts", "tests/ops/migrate-pictures.spec.ts");
const backingUp = inFile("services/ops/backup/backup.ts", "services/ops/backup/backup.spec.ts");
const backupContents = inFile("services/ops/backup/contents.ts", "services/ops/backup/");
const restoring = inFile("services/ops/backup/restore.ts", "services/ops/backup/restore.spec.ts");
const erasedMembers = inFile("services/ops/backup/erasures.ts", "services/ops/backup/erasures.spec.ts");
const keptBackups = inFile("services/ops/backup/keep.ts", "tests/ops/backups.spec.ts");
const eventSchema = inFile("services/event-store/postgres/schema.ts", "tests/faults/younger-cluster.spec.ts");
const events = inFile(
  "contracts/event.ts",
  "projections/projector/domain-event.spec.ts",
  "services/platform/privacy/personal-data.spec.ts",
);

const quotas = inFile("services/platform/quotas.ts", "services/platform/quotas.spec.ts");
const largeAnswers = inFile(
  "services/platform/http/large-answers.ts",
  "services/platform/http/large-answers.spec.ts",
);
const timeShare = inFile(
  "services/platform/queues/time-share.ts",
  "services/platform/queues/time-share.spec.ts",
);
const memory = inFile(
  "services/platform/http/memory-limits.ts",
  "services/platform/http/memory-limits.spec.ts",
);
const places = inFile("services/platform/http/places.ts", "services/platform/http/connections.spec.ts");
const arrival = inFile("services/platform/http/arrival.ts", "services/platform/http/arrival.spec.ts");
const connections = inFile(
  "services/platform/http/connections.ts",
  "services/platform/http/connections.spec.ts",
);
const documentMessages = inFile("services/documents/connection.ts", "tests/documents/bounds.spec.ts");
const articleLists = inFile("projections/article-view.ts", "projections/readers.spec.ts");
const requestTurns = inFile(
  "services/platform/queues/requests.ts",
  "services/platform/queues/requests.spec.ts",
);
const readCalls = inFile("services/platform/http/read-call.ts", "services/platform/http/read-call.spec.ts");

export const faults: readonly Fault[] = [
  // Roles and authorisation of a team.
  teamPermits("DeleteTeam: [manager]", "DeleteTeam: [member]"),
  invitations("usable.length >= limits.invitations", "usable.length > limits.invitations"),
  invitations('if (isMember(roster, memberId)) throw new Refused("already-joined");', ""),
  invitations('if (facts.kicked.has(memberId)) throw new Refused("kicked-from-team");', ""),
  invitations('if (!canMove("outsider", "JOIN", size)) throw new Refused("team-full");', ""),
  teamPermits("CreateInvitation: [manager]", "CreateInvitation: [member]"),
  teamPermits("RevokeInvitation: [manager]", "RevokeInvitation: [member]"),
  invitations("kicked: without(data.memberId),", "kicked,"),
  invitations("uses: uses + 1", "uses"),
  invitationState('if (!invitation.isMakerManager) return "makerGone";', ""),
  invitationState("<= now", "< now"),
  invitationState("invitation.uses < invitation.maxUses", "invitation.uses <= invitation.maxUses"),
  loggedPaths(
    'withoutTokens(request.originalUrl ?? request.url ?? "")',
    'request.originalUrl ?? request.url ?? ""',
  ),
  teamRoles('if (guess.verdict === "wrong") throw new Refused("wrong-entry-password");', ""),
  teamRoles('if (guess.verdict === "exhausted")', "if (false)"),
  teamRoles('if (isMember(seats.roster, callerId)) throw new Refused("already-joined");', ""),
  teamRoles('assertMove(seats, callerId, "JOIN", "team-full");', ""),
  teamRoles('assertMove(seats, callerId, "LEAVE", "manager-cannot-leave");', ""),
  teamPermits("LeaveTeam: [member]", "LeaveTeam: []"),
  teamRoles('if (targetId === callerId) throw new Refused("target-is-self");', ""),
  teamRoles('if (!command.targetExists) throw new Refused("member-not-found");', ""),
  teamRoles('if (role === undefined) throw new Refused("target-not-in-team");', ""),
  teamRoles('if (role === "MANAGER") throw new Refused("already-manager");', ""),
  teamRoles('assertMove(seats, targetId, "ADD_CO_MANAGER", "too-many-managers");', ""),
  teamRoles('assertMove(seats, targetId, "RECEIVE_DELEGATION", "already-manager");', ""),
  teamRoles('assertMove(seats, targetId, "DEMOTE", "target-not-manager");', ""),
  teamPermits("AddCoManager: [manager]", "AddCoManager: [member]"),
  teamPermits("DelegateManager: [manager]", "DelegateManager: [member]"),
  teamPermits("DemoteManager: [manager]", "DemoteManager: [member]"),
  teamPermits("KickMember: [manager]", "KickMember: [member]"),
  teamPermits("ChangeTeamInfo: [manager]", "ChangeTeamInfo: [member]"),
  teamPermits("ChangeAnnouncement: [manager]", "ChangeAnnouncement: [member]"),
  teamPermits("ReserveRecruitment: [member, manager]", "ReserveRecruitment: [manager]"),
  teamPermits("ReserveRecruitment: [member, manager]", "ReserveRecruitment: [member]"),
  teamPermits("if (!holds(roster, callerId))", "if (false)"),
  team("ifMatch !== undefined && ifMatch !== state.revision", "false"),
  team("next.memberLimit < state.roster.members.size", "next.memberLimit <= state.roster.members.size"),
  team("return announcement === state.announcement", "return false"),
  roster('if (roster.phase !== "live") throw new Refused("team-not-found");', ""),
  team('if (isTaken) throw new Refused("recruitment-exists");', ""),
  team('if (state.roster.phase !== "absent") throw new Refused("recruitment-has-team");', ""),
  team(
    "return { ...state, entryPassword: data.entryPassword, revision: data.revision };",
    "return { ...state, entryPassword: data.entryPassword };",
  ),
  roles("context.members < context.memberLimit", "context.members <= context.memberLimit"),
  roles("context.managers < limits.managers", "context.managers <= limits.managers"),
  roles("context.managers === 0", "context.managers <= 1"),
  roster('[data.fromId, "MEMBER"], ', ""),
  roster('if (type === "MemberLeft" || type === "MemberKicked")', 'if (type === "MemberLeft")'),
  teamPermits(
    'if (recruitment.authorId !== callerId && !managesItsTeam) throw new Refused("not-the-recruiter");',
    "",
  ),
  teamPermits("AdmitApplicants: [manager]", "AdmitApplicants: [member]"),
  admission('if (recruitment.teamId !== teamId) throw new Refused("not-the-recruitments-team");', ""),
  admission("roster.members.size + applicants.length - 1", "roster.members.size"),
  admission("1 + applicants.length > memberLimit", "applicants.length > memberLimit"),
  admission("!recruitment?.applicants.has(memberId)", "false"),
  admission("if (applicants.some(({ exists }) => !exists))", "if (false)"),
  withdrawal("if (earliest === undefined)", "if (false)"),
  withdrawal("uuid !== memberId", "true"),
  // Members.
  member('state.phase === "absent" || state.phase === "withdrawn"', 'state.phase === "absent"'),
  member('if (!given) throw new Refused("nothing-to-change");', ""),
  member("return isSame ? []", "return false ? []"),
  // Articles and problems.
  article('if (!isMember(team, callerId)) throw new Refused("author-not-in-team");', ""),
  article("found(state, team).ref.authorId !== callerId", "false"),
  article(' || state.title === null || team.phase !== "live"', " || state.title === null"),
  article(" || state.title === null", ""),
  article("command.ifMatch !== undefined && command.ifMatch !== posted.revision", "false"),
  article(
    'return { phase: "posted", ref, title, body, imageUrl, problems, revision };',
    'return { phase: "posted", ref, title, body, imageUrl, problems, revision: 1 };',
  ),
  subject("imageUrl, problems, revision };", "imageUrl, problems, revision: 1 };"),
  recruitment("text: textOf(data), revision: data.revision }", "text: textOf(data) }"),
  subject("assertManager(team, callerId);", ""),
  subject('if (state.phase === "posted") throw new Refused("subject-exists");', ""),
  subject('if (!isRealDate(date)) throw new Refused("impossible-date");', ""),
  subject(" || state.subjectId !== subjectId", ""),
  subject("command.ifMatch !== undefined && command.ifMatch !== state.revision", "false"),
  articleRoutes("studyDay(command.now, dayEndsAt)", "command.now.toISOString().slice(0, 10)"),
  dates("last.setUTCMonth(month, 0)", "last.setUTCMonth(month, 1)"),
  dates("const seoulOffsetMs = 9 *", "const seoulOffsetMs = 0 *"),
  dates("at.getTime() - afterMidnightMs(dayEndsAt)", "at.getTime() + afterMidnightMs(dayEndsAt)"),
  dates("seoulOffsetMs + afterMidnightMs(dayEndsAt)", "seoulOffsetMs"),
  dates("studyDayBegin(daysAfter(day, 1), dayEndsAt)", "studyDayBegin(day, dayEndsAt)"),
  team("dayEndsAt === state.dayEndsAt", "false"),
  dayEnd("services/article/routes.ts", "studyDay(command.now, dayEndsAt)", 'studyDay(command.now, "00:00")'),
  dayEnd(
    "services/discussion/routes.ts",
    "studyDay(command.now, await dayEndOf(store, teamId))",
    'studyDay(command.now, "00:00")',
  ),
  dayEnd("projections/team-days.ts", "studyDay(at, dayEndsAt)", 'studyDay(at, "00:00")'),
  dayEnd("projections/today.ts", "studyDay(since, latestEnd)", "seoulDate(since)"),
  // Discussions of articles.
  discussionPermits('if (caller.isVeiled) throw new Refused("article-veiled");', ""),
  discussion("comments.size >= limits.comments", "comments.size > limits.comments"),
  discussion("!withdrawn.has(authorId)", "true"),
  discussion('if (anchor.articleRevision !== article.revision) throw new Refused("stale-revision");', ""),
  veil("(caller.inTeam && caller.status !== undefined && !veiled)", "caller.inTeam"),
  veil("team_page.solve_first AND team_articles.date =", "team_page.solve_first AND team_articles.date <="),
  inFile("projections/discussion-page.ts", "tests/api/discussion.spec.ts")(
    "sealed: author_id === memberId ? sealed_reason : null",
    "sealed: sealed_reason",
  ),
  revocations('{ member: text("memberId"), view: "discussion" },', ""),
  inFile("services/discussion/reactors.ts", "services/discussion/reactors.spec.ts")(
    'stream.startsWith("member-") ? stream',
    "stream ? stream",
  ),
  // Promise and attendance.
  inFile("contracts/dates.ts", "services/rhythm/naive-model.spec.ts")(
    "seoulDate(new Date(at.getTime() - afterMidnightMs(dayEndsAt)))",
    "seoulDate(at)",
  ),
  inFile("contracts/dates.ts", "services/rhythm/naive-model.spec.ts")(
    "at.getTime() - afterMidnightMs(dayEndsAt)",
    "at.getTime() - afterMidnightMs(dayEndsAt) - 1",
  ),
  rhythmDays("joined < day && (left", "joined <= day && (left"),
  rhythmDays("day < left)", "day <= left)"),
  rhythmDays("const month = day.slice(0, 7);", "const month = day.slice(0, 4);"),
  rhythmDays(
    "(promiseOn(promises, day)?.restsPerMonth ?? 0) - taken",
    "(promises.at(-1)?.restsPerMonth ?? 0) - taken",
  ),
  rhythmDays('.filter((day) => weekdayOf(day) === "Sun")', '.filter((day) => weekdayOf(day) === "Mon")'),
  rhythmDays("perWeek !== null && sunday < team.today", "perWeek !== null && sunday <= team.today"),
  rhythmDays("Math.min(perWeek ?? duties, duties)", "perWeek ?? duties"),
  rhythmDays("if (day >= team.today)", "if (day > team.today)"),
  rhythmDays(
    'if (member.wrote.has(day)) return "wrote";\n  if (!isDuty(team.promises, member, day)) return "off";',
    'if (!isDuty(team.promises, member, day)) return "off";\n  if (member.wrote.has(day)) return "wrote";',
  ),
  rhythmDays("daysBefore(next.startsOn, 1)", "next.startsOn"),
  rhythmPage("from: mondayOf(first),", "from: first,"),
  rhythmPage('.where("deleted_at", "is", null)', ""),
  rhythmPage("else if (open) memberships[memberships.length - 1] = { ...open, left: day };", ""),
  attendanceCalls(".filter(() => manages || member.member.uuid === memberId)", ""),
  rhythmFacts("leftAt: time.leftAt ?? at", "leftAt: at"),
  rhythmFacts("...(times.get(uuid) ?? []), ", ""),
  rosterInRhythm('if (!isMember(roster, callerId)) throw new Refused("caller-not-in-team");', ""),
  rosterInRhythm('if (!isManager(roster, callerId)) throw new Refused("not-a-manager");', ""),
  promise("last && last.startsOn <= startsOn && ", "last && "),
  promise("...withdrawnAfter(startsOn, command, state),", ""),
  promise("if (!inForce) return withdrawnAfter(today, command, state);", "if (!inForce) return [];"),
  attendance('if (date < today) throw new Refused("day-over");', ""),
  attendance(
    "date > daysAfter(today, limits.attendanceDays)",
    "date >= daysAfter(today, limits.attendanceDays)",
  ),
  attendance("if (rests.has(date)) return [];", ""),
  attendance("restsLeft(team.promises, { rests }, date) === 0", "false"),
  attendance('if (date < todayOf(command)) throw new Refused("day-over");', ""),
  attendance(
    "date < daysBefore(today, limits.attendanceDays)",
    "date <= daysBefore(today, limits.attendanceDays)",
  ),
  attendance(" && managersOf(roster) > 1", ""),
  inFile("services/app/queries.ts", "tests/api/attendance.spec.ts")(
    "reader.manages && acceptsCsv(",
    "acceptsCsv(",
  ),
  inFile("projections/attendance.ts", "projections/attendance.spec.ts")(
    "MemberWithdrawn: ({ memberId }) => [removeWhere<Row>({ member_id: memberId })],",
    "",
  ),
  // Recruitments and applications.
  recruitmentPermits('else if (!isRecruiter(state, caller)) throw new Refused("not-the-recruiter");', ""),
  recruitmentPermits('if (!isWriter(state, caller)) throw new Refused("not-the-recruiter");', ""),
  recruitment('demand(canMove(state, "POST"), "recruitment-exists");', ""),
  recruitmentPermits(' && !isAuthorGone && team.phase !== "deleted"', ' && team.phase !== "deleted"'),
  recruitment("command.ifMatch === undefined || command.ifMatch === state.revision", "true"),
  recruitment("state.teamId === null && !isTaken", "state.teamId === null"),
  applications("if (!isItsTeam || admitted.length === 0)", "if (admitted.length === 0)"),
  recruitmentPermits('if (isWriter(state, caller)) throw new Refused("own-recruitment");', ""),
  recruitmentPermits('if (isMember(caller.team, caller.callerId)) throw new Refused("already-joined");', ""),
  applications('if (!canMove(state, "APPLY")) throw new Refused("not-recruiting");', ""),
  applications('if (applicantsOf(state).includes(callerId)) throw new Refused("already-applied");', ""),
  recruitmentPermits('if (action === "EditApplication") throw new Refused("application-not-editable");', ""),
  recruitmentPermits('if (!isRecruiter(state, caller)) throw new Refused("application-not-deletable");', ""),
  recruitmentPhases('CLOSE: "closed",', 'CLOSE: "recruiting",'),
  applicationPhases('withdrawn: { type: "final" }', "withdrawn: { on: open }"),
  // Commands on the event store.
  commands('if (known.fingerprint !== context.fingerprint) throw new Refused("key-reused");', ""),
  commands("if (duplicate) return again(duplicate, context);", ""),
  commands("if (!(error instanceof WrongRevision)) throw error;", "throw error;"),
  // Identity.
  refreshToken("!token || token.isRevoked", "!token"),
  refreshToken("Math.abs(token.usedForMs) <= graceMs", "true"),
  refreshToken("token.expiresAt > now", "true"),
  families('return void (await revokeWhere("id = $2", family, client));', "return undefined;"),
  inFile("services/platform/http/security-headers.ts", "tests/api/served.spec.ts")(
    "scriptSrc: [\"'self'\", ...chat]",
    "scriptSrc: [\"'self'\", \"'unsafe-inline'\", ...chat]",
  ),
  inFile("services/platform/http/security-headers.ts", "services/platform/http/security-headers.spec.ts")(
    "useDefaults: false",
    "useDefaults: true",
  ),
  inFile("services/platform/http/security-headers.ts", "services/platform/http/security-headers.spec.ts")(
    "formAction: [\"'self'\"],",
    "",
  ),
  inFile("web/src/service-worker.ts", "web/src/service-worker.spec.ts")(
    "if (answer.status === 200) event.waitUntil",
    "event.waitUntil",
  ),
  inFile("web/src/lib/search/search-store.ts", "web/src/lib/search/search-host.spec.ts")(
    "new Map([...cursors].filter(([teamId]) => teamIds.includes(teamId)))",
    "cursors",
  ),
  inFile(
    "web/src/features/recruitment/applications.tsx",
    "web/src/features/recruitment/detail-page.spec.tsx",
  )("{isAuthor && !isMyApply && (", "{!isMyApply && ("),
  inFile("web/src/lib/use-minute.ts", "web/src/features/team/use-today.spec.ts")(
    'document.addEventListener("visibilitychange", update);',
    "",
  ),
  inFile("tests/rules/product-code.spec.ts", "tests/rules/product-code.spec.ts")(
    "\\bas unknown as\\b",
    "as never",
  ),
  inFile("services/platform/http/server.ts", "tests/api/bad-input.spec.ts")("hosts > 1 || ", ""),
  inFile("services/platform/http/exact-router.ts", "tests/api/served.spec.ts")(
    "strict: true",
    "strict: false",
  ),
  inFile("services/identity/routes.ts", "tests/api/bad-input.spec.ts")("origin !== identity.origin", "false"),
  inFile("web/src/features/enroll/enroll-page.tsx", "web/src/features/enroll/enroll-page.spec.tsx")(
    '!consent && "정책 동의"',
    "false",
  ),
  inFile("web/src/lib/calls/renewal.ts", "web/src/lib/calls/api.spec.ts")(
    "if (error instanceof ApiError && error.noAnswer) return request();",
    "",
  ),
  revocations('case "MemberLeft":', ""),
  revocations('lost(ofManagers, text("fromId"), data.teamId)', "[]"),
  sessions("if (login !== undefined && (await hasEnded(login)))", "if (false)"),
  accessToken("if (!isCanonical(token))", "if (false)"),
  accessToken("payload.category !== category || ", ""),
  accessToken("if (known && known.expiresAt > now()) return known;", "if (known) return known;"),
  accessToken("expired || (await isSignedWithAny(former, token))", "expired"),
  inFile("services/identity/accounts.ts", "tests/ops/keys.spec.ts")("if (former.length > 0)", "if (false)"),
  inFile("services/platform/privacy/key-mark.ts", "tests/ops/keys.spec.ts")(
    'SELECT unnest($1::text[])", [secrets.sealFormer()]',
    'SELECT unnest($1::text[])", [[]]',
  ),
  inFile("services/ops/verify-erasures.ts", "tests/ops/erasure.spec.ts")(
    'secrets.subs("member keys")',
    '[secrets.sub("member keys")]',
  ),
  families("UPDATE refresh_family SET expires_at = $4", "UPDATE refresh_family SET expires_at = expires_at"),
  loginState("payload.state === state ?", "true ?"),
  loginState("currentDate: now,", ""),
  returnPath("(?![/\\\\])", ""),
  returnPath(" || controls.test(requested)", ""),
  knownMembers("if (forgotten === before) complete.add(uuid);", "complete.add(uuid);"),
  knownMembers(
    'if (complete.has(uuid) && isUpToDate()) return "complete";',
    'if (complete.has(uuid)) return "complete";',
  ),
  guesses("serverLimits.guessesPerMember - 1", "serverLimits.guessesPerMember"),
  // Operation.
  applicationRole("NOSUPERUSER LOGIN", "SUPERUSER LOGIN"),
  applicationRole(", pg_signal_backend TO", " TO"),
  watching("lag > noProjectorAfter && !(await isProjectorAtWork())", "false"),
  watching("since = evaluatedAt;", ""),
  importing("line.events === count()", "true"),
  migrations("first !== undefined && !done.has(first.name)", "false"),
  backingUp("ISOLATION LEVEL REPEATABLE READ", "ISOLATION LEVEL READ COMMITTED"),
  backupContents('  "refresh_family",\n', ""),
  backupContents("WHERE json_typeof(answer) IS DISTINCT FROM 'object'", "WHERE true"),
  restoring("DELETE FROM member_keys WHERE", "DELETE FROM member_keys WHERE false AND"),
  restoring("[...erased, ...known.members]", "[...erased]"),
  restoring("SELECT begin_new_epoch()", "SELECT 1"),
  restoring("SELECT setval($1::regclass, $2, $3)", "SELECT $1::regclass, $2::bigint, $3::boolean"),
  restoring("if (digest !== sha256)", "if (digest === undefined)"),
  restoring("if (known.isFilled && !isForced)", "if (false)"),
  restoring("if (!keyMarksOf(ours).includes(manifest.keyMark))", "if (false)"),
  erasedMembers("Number(end?.[1] ?? -1) !== lines.length", "end === null"),
  keptBackups(".filter(({ isWhole }) => isWhole)", ""),
  eventSchema("e.txid >= pg_snapshot_xmax", "e.txid > pg_snapshot_xmax"),
  csv("looksLikeFormula.test(", "/^=/.test("),
  csv('text.normalize("NFKC")', "text"),
  csv("text.replaceAll('\"', '\"\"')", "text"),
  audit("byteOrderMark + csvLine", "csvLine"),
  inFile("services/images/read-picture.ts", "services/images/read-picture.spec.ts")("await permit();", ""),
  inFile("services/images/strip-picture.ts", "services/images/read-picture.spec.ts")(
    "return 8 + length + (length % 2);",
    "return 8 + length;",
  ),
  // Quotas.
  inFile("contracts/endpoint.ts", "services/platform/quotas.spec.ts")(' && name !== "logout"', ""),
  quotas("stored + own + amount > limits", "own + amount > limits"),
  quotas("WHERE counts.count < $4", ""),
  quotas("entry.count.own -= entry.own;", ""),
  readCalls('if (hasQuota(endpoint)) deps.spend("writes", caller.uuid, 1);', ""),
  readCalls("if (bytes > 0 && hasQuota(endpoint)", "if (bytes < 0 && hasQuota(endpoint)"),
  readCalls('isOfDraft(endpoint) ? "draft-bytes" : "bytes"', '"bytes"'),
  readCalls("if (isSmall(request) || !declaredBytes(request)) spendBytes", "spendBytes"),
  connections("address.open >= perAddress", "address.open > perAddress"),
  connections(" && !closeLongestIdle(idle)", ""),
  connections("own.idle.delete(socket);", ""),
  inFile("services/platform/live/upgrades.ts", "tests/live/bounds.spec.ts")(
    "address.open >= limits.perAddress",
    "false",
  ),
  inFile("services/platform/live/upgrades.ts", "tests/live/bounds.spec.ts")("address.open -= 1;", ""),
  requestTurns("new Promise((begin) => {\n", "new Promise((begin) => {\n      begin();\n"),
  largeAnswers("readers.has(reader) ? ", "false ? "),
  largeAnswers("if (!isRead) await", "if (false) await"),
  largeAnswers("if (response.destroyed || response.req.socket.destroyed) return;", ""),
  timeShare("oneOfName(name, () =>", "oneOfName(String(Math.random()), () =>"),
  timeShare("oneOfAll(() => {", "oneJobAtATime()(() => {"),
  timeShare("rest.times * (performance.now() - began)", "0"),
  memory("(held.of.get(name) ?? 0) + bytes <= maxOfName", "true"),
  connections(
    "!isForwarded(request))\n      return answer(request, response);",
    "false) return answer(request, response);",
  ),
  connections("hasBody(request) ? visitorsWithBody : visitors", "visitors"),
  connections("idle.add(socket);\n    socket.once", "socket.once"),
  places("if (hasRoom(address, sender)) occupy", "if (true) occupy"),
  places("find((waiting) => hasRoom(address, waiting.sender))", "find(() => true)"),
  connections("|| isProxy(remoteAddress)", ""),
  places("let timer = setTimeout(makeRoom, waitMs)", "let timer = setTimeout(makeRoom, 0)"),
  arrival("if (arrived < bytes)", "if (arrived === 0)"),
  connections("inProgress <= manyRequests ||", "inProgress <= perAddress ||"),
  requestTurns(
    `void inTurn(name, async () => {
        begin();
        await endOfTurn(over, patienceMs);`,
    `const end = endOfTurn(over, patienceMs);
      void inTurn(name, async () => {
        begin();
        await end;`,
  ),
  inFile("services/platform/http/server.ts", "services/platform/http/server.spec.ts")(
    "if (hasBody(request)) refuseAndClose",
    "if (true) refuseAndClose",
  ),
  connections("if (!held.delete(socket)) return;", "held.delete(socket);"),
  documentMessages("this.#context.spend(client.member, message.update.length);", ";"),
  articleLists("if (row.sealed === null)", "if (false)"),
  storedDrafts("?? (() => read(name))", '?? (() => read({ ...name, key: "" }))'),
  // Read models.
  membership('becomes(teamId, fromId, "MEMBER"),', ""),
  membership("MemberKicked: ({ teamId, memberId }) => [ended(teamId, memberId)],", ""),
  membership(
    'memberIds.map((memberId, index) => joined(teamId, memberId, "MEMBER", meta, index))',
    'memberIds.map((memberId) => joined(teamId, memberId, "MEMBER", meta))',
  ),
  history('[withdrawn ? "WITHDRAWN" : "LEFT",', '["LEFT",'),
  history('"KICKED", kickedBy,', '"KICKED", memberId,'),
  history("[patchWhere({ target_id: memberId }, { reason: null })]", "[]"),
  progress("if (store.compare(checkpoint, reached) <= 0) return;", ""),
  progress('state === "running" && ', ""),
  lease("\n  AND server_started = pg_postmaster_start_time()`;", "`;"),
  lease("IS NOT TRUE RETURNING", "IS NOT TRUE OR true RETURNING"),
  events("result = step(result);", ""),
  events("if (!step) throw", "if (!step) continue; throw"),
  inFile("projections/runner.ts", "projections/runner.spec.ts")(
    "if (performance.now() > heldUntil) return lose();",
    "",
  ),
  lease("WHERE a.datname = current_database() AND l.relation", "WHERE l.relation"),
  // Event store.
  protocol("position.commit === noPosition ? undefined : position", "position"),
  leader(
    "if (connection && isConclusive && isOutage(named)) replace",
    "if (connection && named.name === leaderIn(error)) replace",
  ),
  leader("await responseWithin(until - began, currentConnection())", "await currentConnection()"),
  logEnd("isShort || !(await holds(acknowledged))", "isShort"),
  logEnd("isShort || !(await holds(acknowledged))", "!(await holds(acknowledged))"),
  logEnd("const isLast = compareLogPositions(position, before) > 0", "const isLast = position !== before"),
  logEnd('if (state === "whole") state = "unknown"', 'if (state === "unknown") state = "whole"'),
  storeFaults("(maximum-append(?:-event)?-size)-exceeded", "(too-large)"),
  storeFaults("/certificate|TLS/.test(cause)", 'cause === ""'),
  timeBudget("left -= performance.now() - began;", ""),
  timeBudget("Math.max(0, Math.min(ms, end - performance.now()))", "ms"),
  appends('if (rolledBack.has(sqlState(error) ?? "") && attempt < maxAttempts) continue;', ""),
  appends("if (earlier) return earlier;", ""),
  appends("if (!entry.forget && !byStream.has(entry.stream))", "if (!entry.forget)"),
  appends('constraint === "events_stream_revision_key"', "false"),
  inFile("services/event-store/postgres/read.ts", "services/event-store/postgres/read.spec.ts")(
    "return (after, generation) => {",
    "return (after) => {\n    const generation = 0;",
  ),
  batching("Math.min(maxItems, Math.max(worthwhile, part))", "Math.max(worthwhile, part)"),
  // Live.
  liveSubscriptions("own >= mostOfAddress || ", ""),
  liveSubscriptions(" || inAll >= mostInAll", ""),
  liveWatches("if (isWatched) this.#context", "this.#context"),
  live("origin !== undefined && origin !== allowedOrigin", "false"),
  liveMembers('if (revoked) return "revoked";', ""),
  liveMembers('if (watchers.size >= connectionsPerMember) return "too-many";', ""),
  liveWatches(
    'if (this.#watches.size >= limits.subscriptionsPerConnection) return this.#gone(name, "too-many");',
    "",
  ),
  liveWatches('if (!(await this.#verify(watch, "forbidden"))) return;', ""),
  liveBacklog("if (count > limits.resumeEvents) {", "if (count > 1e9) {"),
  liveBacklog("tooFar = middle;", "tooFar = after;"),
  liveConnection("this.#silentBeats >= 2", "false"),
  messageRate("return left >= 0;", "return true;"),
  // Drafts.
  storedDrafts("throw asMissingKey(error);", "throw error;"),
  storedDrafts('if (rowCount === 1) throw new Refused("stale-revision");', ""),
  storedDrafts('"DELETE FROM drafts WHERE at < $1"', '"DELETE FROM drafts WHERE at < $1 AND false"'),
  storedDrafts('const here = "member = $1', 'const here = "$1::uuid IS NOT NULL'),
  storedDrafts("excluded.written_at < drafts.written_at", "false"),
  storedDrafts("greatest(excluded.written_at, drafts.written_at)", "excluded.written_at"),
  editorDrafts("#id: string = v4();", '#id: string = "0-for-all";'),
  inFile("web/src/lib/unsent/server-copy.ts", noLostText)(
    "server.remove(row.id, row.rowRevision)",
    "server.remove(row.id, undefined)",
  ),
  inFile("web/src/lib/unsent/found-draft.ts", noLostText)("isWholeList && isSynced && ", "isWholeList && "),
  unsentRecords("state: before.state, command: before.command };", 'state: "editing", command: undefined };'),
  unsentRecords("record.at > record.command.draftAt ? returned(record) : ", ""),
  unsentStore("const record of expected.put ?? []", "const record of []"),
  unsentStore("one.at > (this.#unstored.get(one.id)?.at ?? -1);", "!this.#unstored.has(one.id);"),
  storedDrafts("FROM drafts WHERE member = $1 AND key = $2 AND draft_id = $3)", "FROM drafts WHERE false)"),
  // Pictures.
  pictureUses(" AND revision <= $2", " AND $2::bigint IS NOT NULL"),
  pictureUses(" AND digest <> ALL ($3)", " AND $3::text[] IS NOT NULL"),
  pictureUses('isDeleted ? endedSql : "owner = $1"', "endedSql"),
  pictureUses("greatest(excluded.revision, image_owners.revision)", "excluded.revision"),
  pictureUses('digest FOR UPDATE"', 'digest"'),
  pictureUses("own.digest = images.digest AND uploader = $4", "own.digest = images.digest"),
  pictureUses("same.digest = images.digest AND owner = $1", "same.digest = images.digest"),
  pictureUses("[...new Set([...endsWith, by])]", "endsWith"),
  pictureUses(" UNION SELECT digest FROM image_uploaders WHERE uploader = $1", ""),
  pictureUses("AND NOT EXISTS (SELECT FROM image_owners", "AND TRUE OR EXISTS (SELECT FROM image_owners"),
  pictureUses('if ((await store.read(owner, { personal: "closed" })).revision === -1)', ""),
  inFile("services/images/picture-uses.ts", "services/images/s3-pictures.spec.ts")(
    "FROM gone WHERE object IS NOT NULL",
    "FROM gone WHERE false",
  ),
  bucketPictures("randomUUID()}", '"one"}'),
  bucketPictures("USING stored WHERE image_leftovers.object = stored.object", "WHERE false"),
  bucketPictures("if (isWell) onError(error);", "onError(error);"),
  bucketPictures("now() + interval '1 hour'", "now()"),
  movedPictures("if (!isIntact(stored.bytes, digest)) return", "if (false) return"),
  movedPictures("if (!copy || !isIntact(copy, digest)) return", "if (!copy) return"),
  movedPictures("if (!isIntact(bytes, digest)) return", "if (false) return"),
  movedPictures("WHERE digest = $1 AND bytes IS NOT NULL RETURNING", "WHERE digest = $1 AND false RETURNING"),
  inFile("services/images/s3-pictures.ts", "tests/api/pictures.spec.ts")("checked = undefined;", ""),
  inFile("services/app/health.ts", "tests/api/no-projector.spec.ts")(" || noPictures)", ")"),
  pictureReactor("if (isUnreadable) return;", ""),
  pictureReactor("picturesIn(Object.values(data))", "picturesIn([data.imageUrl])"),
  pictureReactor('"RecruitmentDeleted",', ""),
  inFile("services/app/routes.ts", "tests/api/pictures.spec.ts")("await recordUses(pool, others, use);", ""),
  inFile("services/drafts/drafts.ts", "tests/api/pictures.spec.ts")(
    "await recordPictures(name, content);",
    "",
  ),
  inFile("web/src/ui/image-input.tsx", "web/src/ui/image-input.spec.tsx")(
    "onChange(taken.current, false)",
    "onChange(null, false)",
  ),
  inFile("web/src/editor/pictures/insert-image.ts", "web/src/editor/editor.spec.ts")(
    "if (image.getSrc() === src) image.remove();",
    "image.remove();",
  ),
  // Erasure.
  inFile("services/platform/privacy/key-search.ts", "services/platform/privacy/key-search.spec.ts")(
    "isWal ? withoutPageHeaders(part) : part",
    "part",
  ),
  erasing("pg_switch_wal", "pg_current_wal_lsn"),
  erasing("VACUUM (FULL, ANALYZE)", "VACUUM (ANALYZE)"),
  erasing('await vacuum(client, "VACUUM (FULL) pg_statistic");', ""),
  inFile("services/platform/embedded-postgres/postgres-process.ts", erasure)(
    'wal_recycle: "off"',
    'wal_recycle: "on"',
  ),
  inFile("services/platform/privacy/member-keys.ts", "services/platform/privacy/member-keys.spec.ts")(
    "for (const member of members) remembered.delete(member);",
    "",
  ),
  inFile("services/platform/privacy/read-events.ts", "services/platform/privacy/personal-data.spec.ts")(
    "keys.forget(withdrawn);",
    "",
  ),
  inFile("services/platform/privacy/sealed-answers.ts", "services/platform/privacy/sealed-answers.spec.ts")(
    "if (member === undefined || !key)",
    "if (member === undefined || !key || text)",
  ),
  inFile("services/app/sockets.ts", "tests/api/withdrawal.spec.ts")(
    "members.forget(revocation.member);",
    "{}",
  ),
  inFile("web/src/lib/storage/forget-member.ts", "web/src/lib/storage/forget-member.spec.ts")(
    "hasWithdrawn ? { remove: all } : ",
    "",
  ),
  ...notificationFaults,
];
