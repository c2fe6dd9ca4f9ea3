import { type Fault, inFile } from "./fault.ts";

const digestSpec = "tests/delivery/digests.spec.ts";
const senderSpec = "tests/delivery/sender.spec.ts";
const pruning = "tests/delivery/pruning.spec.ts";
const ofInbox = "services/inbox/inbox.spec.ts";
const ofReactors = "services/inbox/reactors.spec.ts";
const mailAddress = "tests/api/mail-address.spec.ts";
const sentDigest = "tests/api/digest.spec.ts";

const addresses = inFile("services/delivery/mail-addresses.ts", digestSpec, mailAddress);
const digests = inFile("services/delivery/digests.ts", digestSpec);
const periods = inFile("services/delivery/digest-periods.ts", "services/delivery/digest-periods.spec.ts");
const mailChannel = inFile("services/delivery/mail-channel.ts", digestSpec);
const mailTexts = inFile("services/delivery/mail-texts.ts", digestSpec);
const mailer = inFile("services/delivery/mailer.ts", digestSpec);
const mailPages = inFile("services/delivery/mail-pages.ts", "services/delivery/mail-pages.spec.ts");
const quiet = inFile("contracts/inbox/quiet-hours.ts", "contracts/inbox/quiet-hours.spec.ts");
const deliveries = inFile("services/delivery/deliveries.ts", senderSpec);
const sender = inFile("services/delivery/sender.ts", senderSpec);
const pushChannel = inFile("services/delivery/push-channel.ts", senderSpec);
const pushHolds = inFile("services/delivery/push-holds.ts", senderSpec);
const deliver = inFile("services/delivery/deliver.ts", senderSpec, digestSpec);
const inbox = inFile("services/inbox/inbox.ts", ofInbox);
const recheck = inFile("services/inbox/reminders.ts", "services/inbox/reminders.spec.ts");
const reminderTimes = inFile("contracts/rhythm/reminder.ts", "contracts/rhythm/reminder.spec.ts");
const recipients = inFile("services/inbox/recipients.ts", "services/inbox/recipients.spec.ts");

/** Faults of inboxes, pushes and mails. */
export const notificationFaults: readonly Fault[] = [
  addresses("  confirmed_at = NULL, bounced_at = NULL", "  bounced_at = NULL"),
  addresses("  confirmed_at = NULL, bounced_at = NULL", "  confirmed_at = NULL"),
  addresses("unsubscribe_token = excluded.unsubscribe_token,", ""),
  addresses("AND confirm_expires_at > $2", ""),
  addresses(
    "SET confirmed_at = $2, confirm_digest = NULL, confirm_expires_at = NULL",
    "SET confirmed_at = $2",
  ),
  addresses("row && !isOver && (await", "row && (await"),
  addresses(".slice(0, 2)", ".slice(0, 3)"),
  addresses(".toLowerCase();", ";"),
  addresses('replace(/\\+.*/s, "")', "trim()"),
  addresses('if (bounced_at) return "bounced";', ""),
  addresses("AND unsubscribe_token = $2", "AND $2 <> ''"),
  inFile("services/delivery/mail-addresses.ts", pruning)(
    "confirm_expires_at <= $1",
    "confirm_expires_at < $1",
  ),

  digests("m.confirmed_at < w.ended_at", "m.confirmed_at IS NOT NULL"),
  digests("AND m.bounced_at IS NULL", ""),
  digests("AND NOT (SELECT paused FROM sender_state)", ""),
  digests("since < period.to", "since <= period.to"),
  digests("AND d.state NOT IN ('due', 'claimed')", "AND d.state <> 'claimed'"),
  digests("if (isLate) for", "if (!isLate) for"),
  digests("WHERE NOT $7", "WHERE true"),
  periods("now.getTime() >= to.getTime() + openMs", "now.getTime() > to.getTime() + openMs"),
  periods("% shiftedMs", "% 60_000"),
  periods("(now.getTime() + hourMs) / dayMs", "now.getTime() / dayMs"),
  periods("mondayOf(day) !== day", "false"),
  periods("from: new Date(to - 7 * dayMs)", "from: new Date(to - 6 * dayMs)"),
  periods("daysAfter(monday, 3)", "daysAfter(monday, 4)"),

  mailChannel("row.attempts === 1 && isMissed(period, now())", "isMissed(period, now())"),
  mailChannel("row.attempts === 1 && isMissed(period, now())", "false"),
  mailChannel("wanted !== period.choice", 'wanted === "off"'),
  mailChannel('if (lines.length === 0) return drop("empty");', ""),
  mailChannel("!late.has(notificationId)", "true"),
  mailChannel('if (outcome.state === "dropped") await', "if (false) await"),
  mailChannel("...(isSignedByRelay && {", "...(true && {"),
  inFile("services/delivery/mail-channel.ts", "tests/ops/nothing-sent-again.spec.ts")(
    "inboxes.digest(memberId, period, sendAfter)",
    "inboxes.digest(memberId, period, undefined)",
  ),
  inFile("services/ops/notifications.ts", "tests/ops/digests.spec.ts")(
    "WHEN 'mail' THEN 1",
    "WHEN 'mail' THEN 0",
  ),
  mailTexts("const linesShown = 20;", "const linesShown = 21;"),
  mailTexts("escapeHtml(text)}</a>", "text}</a>"),
  mailer("if (isWritten) return", "if (false) return"),
  mailer('command === "RCPT TO" ?', 'command !== "RCPT TO" ?'),
  mailer('command === "CONN" ? undefined : responseCode', "responseCode"),
  mailPages("!isLoopback(clientAddress(request))", "false"),
  mailPages("escapeHtml(to)}", "to}"),
  mailPages('sandbox="allow-popups', 'sandbox="allow-scripts allow-popups'),
  inFile("services/delivery/mail-routes.ts", mailAddress)(
    '["mails-to-address", digest.toString("base64url")],',
    "",
  ),

  reminderTimes("earlier < studyDayBegin(day, dayEndsAt)", "false"),
  reminderTimes("if (!hours) return at;", "return at;"),
  recheck("isReminded({ promises, today }, member, day)", "true"),
  recheck("today !== day || ", ""),
  inFile("projections/inbox-notices.ts", "tests/api/reminders.spec.ts")("&& !row.is_awaited", "&& false"),
  quiet("now >= begin && now < end : now", "now > begin && now < end : now"),
  quiet("!enabled || !isInside", "!isInside"),
  quiet("end - now + dayMinutes", "end - now + dayMinutes / 2"),
  quiet("now - begin + dayMinutes", "now - begin + dayMinutes / 2"),
  quiet("now >= begin || now < end", "now >= begin || now <= end"),
  deliveries("AND NOT (SELECT paused FROM sender_state)", ""),
  deliveries("attempts = d.attempts + 1", "attempts = d.attempts"),
  deliveries("d.id = n.id OR (n.held AND d.held AND d.due_at <= $2)", "d.id = n.id"),
  deliveries("AND d.target = v.target AND d.state = 'claimed'", "AND d.target = v.target"),
  deliveries("d.attempts - v.untried", "d.attempts"),
  deliveries("AND claimed_at < $1 RETURNING", "AND claimed_at <= $1 RETURNING"),
  deliveries("d.result = 'throttled' AND", "d.result = 'http-429' AND"),
  deliveries("AND claimed_at > $2", "AND claimed_at < $2"),
  inFile("services/delivery/deliveries.ts", pruning)(
    "WHERE state NOT IN ('due', 'claimed') AND raised_at < $1",
    "WHERE raised_at < $1",
  ),
  inFile("services/delivery/subscriptions.ts", pruning)("seen_at < $1 OR vapid_key <> $2", "seen_at < $1"),
  deliveries(
    "  until = $2::timestamptz + make_interval(secs =>",
    "  until = $2::timestamptz + make_interval(secs => 0 *",
  ),
  deliveries("WHERE h.until <= $2`", "`"),
  pushHolds("const membersForHold = 3;", "const membersForHold = 2;"),
  pushHolds('outcome.refusal === "throttled"', "false"),
  sender("attempts < maxAttempts", "attempts <= maxAttempts"),
  sender('for (const channel of given) observe({ channel, result: "unknown" });', ""),
  pushChannel("device?.memberId !== row.memberId", "!device"),
  pushChannel("sent >= perMemberAndHour", "sent > perMemberAndHour"),
  pushChannel("at.getTime() - row.raisedAt.getTime() > dayMs", "false"),
  pushChannel("row.held ? undefined : untilOf(row.dueAt, hours)", "undefined"),
  deliver("> lateMs)", ">= lateMs)"),
  deliver("raisedAt.getTime() + waitMs", "raisedAt.getTime()"),
  deliver("'dropped', 'late', $3", "'due', 'late', $3"),

  inbox("first.count + countOf(notice)", "first.count + 1"),
  inbox("one.firstAt > leftAt &&", ""),
  inbox("      isUnread(one, state) &&\n      one", "      one"),
  inbox("< inboxLimits.collapseMs", "<= inboxLimits.collapseMs"),
  inbox("if (state.sources.includes(sourceOf(notice)))", "if (false)"),
  inbox("!isLocked(kind) && !channelsOf", "!channelsOf"),
  inbox("if (first && isRepetition(notice, first))", "if (first)"),
  inbox("Math.min(command.upTo, state.latest)", "command.upTo"),
  inbox("!isRead && number > readUpTo", "!isRead && number >= readUpTo"),
  recipients("(uuid) => uuid !== each.actor", "() => true"),
  recipients("isBlank(announcement)", "false"),
  // One notification of a comment, of the first kind that fits.
  recipients("uuid !== articleAuthorId && !mentionIds", "!mentionIds"),
  recipients("uuid !== articleAuthorId && !mentionIds.includes(uuid)", "uuid !== articleAuthorId"),
  recipients("[articleAuthorId].filter((uuid) => !mentionIds.includes(uuid))", "[articleAuthorId]"),
  recipients("uuids.filter((uuid) => isMember(roster, uuid))", "[...uuids]"),
  recipients("place.present(newMentionIds)", "[]"),
  recipients("place.present([reviewerId])", "[authorId]"),
  inFile("services/discussion/discussion.ts", "services/discussion/discussion.spec.ts")(
    "mentionIds.filter((uuid) => !comment.toldIds.has(uuid))",
    "[...mentionIds]",
  ),
  inFile("services/discussion/discussion.ts", "services/discussion/discussion.spec.ts")(
    "new Set([...before.toldIds, ...newMentionIds])",
    "before.toldIds",
  ),
  inFile("services/discussion/discussion.ts", "services/discussion/discussion.spec.ts")(
    "articleAuthorId, ...thread.map((each) => each.authorId)",
    "articleAuthorId",
  ),
  inFile("projections/inbox-sources.ts", "projections/inbox-sources.spec.ts")(
    "except_ids: [articleAuthorId, ...mentionIds]",
    "except_ids: [articleAuthorId]",
  ),
  inFile("projections/inbox-sources.ts", "projections/inbox-sources.spec.ts")(
    "articleAuthorId !== authorId && !mentionIds",
    "!mentionIds",
  ),
  inFile("services/inbox/notification-quota.ts", "tests/api/notification-repetitions.spec.ts")(
    "(await hasAskedForReviews(store, teamId)) ? 1 : 0",
    "0",
  ),
  inbox("if (!ofWriters.has(kind)) return [others];", "if (kind) return [others];"),
  inFile("services/inbox/reactors.ts", ofReactors)("< inboxLimits.staleMs", "<= inboxLimits.staleMs"),
  inFile("services/inbox/reactors.ts", "tests/api/notifications.spec.ts")("left?.get(memberId)", "undefined"),
  inFile("services/team/facts.ts", "tests/api/notifications.spec.ts")(
    'type === "MemberLeft" || type === "MemberKicked"\n      ? new Map',
    'type === "MemberKicked"\n      ? new Map',
  ),
  inFile("projections/inbox.ts", "projections/inbox.spec.ts")(
    'ManagerDemoted: ({ teamId, memberId }) => lost(memberId, teamId, "manager")',
    "ManagerDemoted: () => []",
  ),
  inFile("projections/inbox-settings.ts", "projections/inbox-settings.spec.ts")(
    "(other) => other !== digest",
    "() => true",
  ),
  inFile("projections/inbox-notices.ts", sentDigest)('if (row.was_read) return { drop: "read" };', ""),
  inFile("projections/inbox-notices.ts", "tests/api/push-notifications.spec.ts")(
    "if (!row.may_be_seen ||",
    "if (",
  ),
  inFile("projections/inbox-digest.ts", sentDigest)(
    'readNotices(db, ids, { channel: "mail", now: until })',
    'readNotices(db, ids, { channel: "push", now: until })',
  ),
  inFile("projections/inbox-digest.ts", sentDigest)("occurred_at >= ", "occurred_at <> "),
];
