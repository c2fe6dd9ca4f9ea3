/** Limits of the contract (spec/wire-contract.md §1.8, spec/ui.md §21). Lengths count grapheme clusters. */
export const limits = {
  memberName: 10,
  memberExplain: 50,
  teamName: 10,
  teamExplain: 50,
  teamAnnouncement: 50,
  entryPasswordDigits: 4,
  memberLimit: 50,
  managers: 3,
  postTitle: 50,
  recruitContact: 200,
  application: 300,
  reason: 100,
  comment: 1000,
  /** Posted ones of an article; deleted ones do not count. */
  comments: 200,
  commentsPerMinute: 20,
  /** Changes of acknowledgements, each of which is told to the team's browsers. */
  acknowledgementsPerMinute: 20,
  /** Lines of code that a comment refers to. */
  anchorLines: 50,
  /** UTF-16 units of these lines: a body may be one line of a megabyte. */
  quoteUnits: 10_000,
  /** Lines of code of an article that can be commented. */
  codeLines: 5000,
  /** Members of a comment's text who are told. */
  mentions: 10,
  /** Length of a comment that completes a review. */
  reviewComment: 10,
  reviewDays: 7,
  restsPerMonth: 10,
  /** How far ahead a rest may be taken, and how far back a day may be excused. */
  attendanceDays: 60,
  /** Entries of a team's problem queue, and how many of them one call adds. */
  queue: 60,
  queuedAtOnce: 20,
  /** Open proposals of a member who is no manager: one member must not fill the queue. */
  openProposals: 20,
  queueBody: 1000,
  listDepth: 6,
  tableColumnsMin: 2,
  tableColumns: 10,
  tableRows: 30,
  problems: 3,
  problemTitle: 50,
  pictureBytes: 10 * 1024 * 1024,
  pageSizeMax: 50,
  teamPageSize: 6,
  recruitmentPageSize: 5,
  applicationPageSize: 20,
  articlePageSize: 6,
  writersDays: 42,
  solvedPageSize: 20,
  roleHistoryPageSize: 20,
  invitationDays: 30,
  invitationUses: 50,
  /** How long `팀 시작하기` is shown for a new team. */
  startDays: 14,
  /** Maximum of usable ones per team. */
  invitations: 5,
  /** Teams of `today`, and the first of them, which are shown whole. */
  todayTeams: 50,
  todayCards: 12,
  inboxPageSize: 20,
  /** Maximum of notifications marked as read by one call. */
  readAtOnce: 50,
  /** Unread ones are counted up to this number. */
  unreadCounted: 100,
  avatarsShown: 6,
  callTimeoutMs: 5000,
  readYourWritesMs: 2000,
} as const;

/** Limits that only the server knows; browsers do not load them. */
export const serverLimits = {
  picturePixels: 40_000_000,
  jsonBytes: 1024 * 1024,
  textPartBytes: 1024 * 1024,
  requestBytes: 32 * 1024 * 1024,
  guessesPerMember: 5,
  guessesPerTeam: 50,
  guessWindowMs: 10 * 60_000,
  /** How long managers see an ended invitation, and the maximum of invitations in a list. */
  endedInvitationDays: 30,
  invitationsListed: 20,
} as const;

/** Notifications of a member (spec/notifications.md §2). */
export const inboxLimits = {
  shownDays: 90,
  shown: 500,
  /** Number of notifications that the decider remembers. */
  remembered: 50,
  /** Number of last events of a kind that it reads: those of a day and more. */
  considered: 400,
  actors: 50,
  perDay: 200,
  /** Notifications of the group ACCOUNT per team and day, which `perDay` does not include. */
  accountPerTeamAndDay: 20,
  /** Ended links to Discord per team and day, which `perDay` does not include. */
  stopsPerTeamAndDay: 5,
  /** Mentions, replies and requests for reviews that one writer causes, which `perDay` includes. */
  perWriterAndDay: 40,
  collapseMs: 10 * 60_000,
  /** A source event that is older when it is processed causes no notification. */
  staleMs: 72 * 3_600_000,
  /** Number of inboxes that a source event is written to concurrently. */
  atOnce: 8,
  readsPerMinute: 60,
} as const;

/** The search in the browser (spec/daily-use.md rules 26–31). */
export const searchLimits = {
  /** Days in the past; future days are included as well. */
  days: 365,
  documents: 5000,
  feedPage: 100,
  /** Maximum of teams that a call for texts names. */
  teamsNamed: 100,
  feedBytes: 1024 * 1024,
  /** User-perceived characters of a body. */
  text: 600,
  /** Maximum of inline code texts, and the characters of each. */
  codes: 30,
  code: 80,
  /** Delay after a tab is idle for the first time. */
  feedDelayMs: 2000,
  saveDelayMs: 5000,
} as const;

/** Limits of texts that wait on a device until they can be sent (spec/daily-use.md rules 12–18). */
export const outboxLimits = {
  entries: 20,
  bytes: 30 * 1024 * 1024,
  retentionMs: 30 * 86_400_000,
  /** The server stores idempotency keys for 24 h: a later attempt could execute the command twice. */
  sameKeyMs: 23 * 3_600_000,
  /** After the first, second and third failed attempt; the last value holds for all later ones. */
  retryMs: [5_000, 15_000, 60_000, 300_000],
} as const;

/** Drafts that a device keeps after `새로 쓰기` (spec/daily-use.md rule 11). */
export const trashLimits = { drafts: 20, retentionMs: 7 * 86_400_000 } as const;

/** Created on first use: a browser without it must load this module. */
let segmenter: Intl.Segmenter | undefined;

const usualWidth = 500;

/**
 * The end of each user-perceived character. Computed in windows, because a step of the segmenter takes as long as its
 * text; a wide window is only used for one long character.
 */
export function* characterEnds(text: string): Generator<number> {
  segmenter ??= new Intl.Segmenter("ko", { granularity: "grapheme" });
  let from = 0;
  let width = usualWidth;
  while (from < text.length) {
    const isLast = from + width >= text.length;
    // Half a surrogate pair at the end of a window would count as a character.
    const isTorn = !isLast && /[\uD800-\uDBFF]/.test(text.charAt(from + width - 1));
    const window = text.slice(from, from + width - (isTorn ? 1 : 0));
    let end = 0;
    for (const { index } of segmenter.segment(window)) {
      if (index === 0) continue;
      yield from + index;
      end = index;
      if (width > usualWidth) break;
    }
    // The last character may continue beyond the window.
    if (end > 0) width = usualWidth;
    else if (isLast) yield text.length;
    else width *= 2;
    from += end === 0 && isLast ? width : end;
  }
}

/** Length in user-perceived characters: `👨‍👩‍👧` is one, `각` is one, composed or not (spec/wire-contract.md §1.8). */
export function lengthOf(text: string): number {
  let count = 0;
  for (const _ of characterEnds(text)) count += 1;
  return count;
}

/** Average UTF-16 units of a user-perceived character, more than in any written text. */
const unitsPerCharacter = 20;

/** Whether a text has so many units that it certainly counts as longer than `max` characters. */
export const isFarLonger = (text: string, max: number): boolean => text.length > max * unitsPerCharacter;

/**
 * Whether a text has more user-perceived characters than `max`. Stops counting there, because a megabyte takes seconds.
 */
export function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  if (isFarLonger(text, max)) return true;
  let count = 0;
  for (const _ of characterEnds(text)) {
    count += 1;
    if (count > max) return true;
  }
  return false;
}

/** The first `max` user-perceived characters of a text. */
export function cutTo(text: string, max: number): string {
  if (max <= 0) return "";
  let count = 0;
  for (const end of characterEnds(text)) {
    count += 1;
    if (count === max) return text.slice(0, end);
  }
  return text;
}

// Control characters except tab and newline: no keyboard produces them, and Postgres refuses NUL in text.
const controls = /[^\P{Cc}\t\n]/gu;

// NFC of longer runs takes quadratic time; Unicode's stream-safe form has the same limit.
const marks = /(\p{M}{30})\p{M}+/gu;

/** A text in its stored form: well-formed, NFC, `\n` line ends, no control characters. Not trimmed. */
export function normalise(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .toWellFormed()
    .replace(controls, "")
    .replace(marks, "$1")
    .normalize("NFC")
    .replace(marks, "$1");
}
