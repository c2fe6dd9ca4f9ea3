/** Numbers that people and programs are held to (spec/wire-contract.md §1.8, spec/ui.md §21). Lengths count grapheme clusters. */
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
  articlePageSize: 6,
  writersDays: 42,
  solvedPageSize: 20,
  roleHistoryPageSize: 20,
  invitationDays: 30,
  invitationUses: 50,
  /** How long `팀 시작하기` is shown for a new team. */
  startDays: 14,
  /** Usable ones of a team. */
  invitations: 5,
  inboxPageSize: 20,
  /** Notifications marked as read by one call. */
  readAtOnce: 50,
  /** Unread ones are counted up to this. */
  unreadCounted: 100,
  avatarsShown: 6,
  callTimeoutMs: 5000,
  readYourWritesMs: 2000,
} as const;

/** Those that no browser has to know, and none loads. */
export const serverLimits = {
  picturePixels: 40_000_000,
  jsonBytes: 1024 * 1024,
  textPartBytes: 1024 * 1024,
  requestBytes: 32 * 1024 * 1024,
  guessesPerMember: 5,
  guessesPerTeam: 50,
  guessWindowMs: 10 * 60_000,
  /** How long managers see an ended invitation, and how many invitations at once. */
  endedInvitationDays: 30,
  invitationsListed: 20,
} as const;

/** Notifications of a member (spec/notifications.md §2). */
export const inboxLimits = {
  shownDays: 90,
  shown: 500,
  /** What a decision knows of. */
  remembered: 50,
  actors: 50,
  perDay: 200,
  collapseMs: 10 * 60_000,
  /** A source event that is older when it is met raises nothing. */
  staleMs: 72 * 3_600_000,
  /** How many inboxes a source event is written to at once. */
  atOnce: 8,
  readsPerMinute: 60,
} as const;

/** The search in the browser (spec/daily-use.md rules 26–31). */
export const searchLimits = {
  /** Days back; what is to come counts too. */
  days: 365,
  documents: 5000,
  feedPage: 100,
  feedBytes: 1024 * 1024,
  /** User-perceived characters of a body. */
  text: 600,
  /** Pieces of inline code, and the characters of each. */
  codes: 30,
  code: 80,
  /** After a tab is first idle. */
  feedDelayMs: 2000,
  saveDelayMs: 5000,
} as const;

/** Texts that wait on a device until they can be sent (spec/daily-use.md rules 12–18). */
export const outboxLimits = {
  entries: 20,
  bytes: 30 * 1024 * 1024,
  keptMs: 30 * 86_400_000,
  /** The server remembers idempotency keys for 24 h: after this time another try could do the same twice. */
  sameKeyMs: 23 * 3_600_000,
  /** After the first, second and third failed try; the last one counts for all later ones. */
  retryMs: [5_000, 15_000, 60_000, 300_000],
} as const;

/** Drafts that a device keeps for their writer after `새로 쓰기` (spec/daily-use.md rule 11). */
export const trashLimits = { drafts: 20, keptMs: 7 * 86_400_000 } as const;

const segmenter = new Intl.Segmenter("ko", { granularity: "grapheme" });

const usualWidth = 500;

/**
 * Where each user-perceived character ends. In windows, because a step of the segmenter takes as long as its text; a wide
 * one is for one character alone.
 */
export function* characterEnds(text: string): Generator<number> {
  let from = 0;
  let width = usualWidth;
  while (from < text.length) {
    const isLast = from + width >= text.length;
    // Half a character at the end of a window would look like one of its own.
    const isTorn = !isLast && /[\uD800-\uDBFF]/.test(text.charAt(from + width - 1));
    const window = text.slice(from, from + width - (isTorn ? 1 : 0));
    let end = 0;
    for (const { index } of segmenter.segment(window)) {
      if (index === 0) continue;
      yield from + index;
      end = index;
      if (width > usualWidth) break;
    }
    // The last one may go on beyond the window.
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

/** UTF-16 units of a user-perceived character on the average, more than any written text has. */
const unitsPerCharacter = 20;

/** Whether a text has so many units that it counts as longer than `max` characters, whatever they are. */
export const isFarLonger = (text: string, max: number): boolean => text.length > max * unitsPerCharacter;

/** Whether a text has more user-perceived characters than `max`. Counts no further: a megabyte takes seconds. */
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

// Control characters except tab and newline: no keyboard makes them and Postgres refuses NUL in text.
const controls = /[^\P{Cc}\t\n]/gu;

// Bringing longer runs into NFC takes quadratic time; Unicode's stream-safe form has the same bound.
const marks = /(\p{M}{30})\p{M}+/gu;

/** A text as it is kept: well-formed, NFC, `\n` line ends, no control characters. Not trimmed. */
export function normalise(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .toWellFormed()
    .replace(controls, "")
    .replace(marks, "$1")
    .normalize("NFC")
    .replace(marks, "$1");
}
