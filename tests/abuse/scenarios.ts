import sharp from "sharp";
import { promisedInterlaced } from "../support/pictures.ts";

/** One of the two clients that abuse the server: a member with a team and an address of their own. */
export interface Abuser {
  readonly token: string;
  readonly address: string;
  /** Teams in which the abuser may write, and may not. */
  readonly ownTeam: number;
  readonly othersTeam: number;
}

/** Data that the abusers read. */
export interface Place {
  readonly recruitmentId: number;
  readonly today: string;
  /** A team of 49, and a member of the abusers' teams. */
  readonly crowdTeam?: number;
  readonly target?: string;
}

export interface Attack {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly isVisitor?: boolean;
  readonly type?: string;
  readonly body?: Buffer;
}

export interface Scenario {
  readonly title: string;
  /**
   * Requests that each connection sends in turn, or `sockets`: websockets that stay open and watch 200 channels each.
   */
  readonly attacks:
    | "sockets"
    | ((abuser: Abuser, place: Place, isLong: boolean) => Attack[] | Promise<Attack[]>);
  /** Statuses that must occur; `allowed` ones may. */
  readonly expected: readonly number[];
  readonly allowed?: readonly number[];
  /** Connections of each abuser; default 5. */
  readonly connections?: number;
  /** What it needs besides. */
  readonly prepare?: (origin: string, abusers: readonly Abuser[]) => Promise<Partial<Place>>;
  /** Whether the notifications of others are measured meanwhile, and the growth of the database. */
  readonly areNoticesMeasured?: boolean;
  /** The abusers of the scenario before, at a restarted server. */
  readonly afterRestart?: boolean;
}

const boundary = "algomoim-abuse";
const megabyte = 1024 * 1024;

function multipart(parts: Readonly<Record<string, string | Buffer>>): Pick<Attack, "type" | "body"> {
  const pieces = Object.entries(parts).flatMap(([name, part]) => {
    const file = typeof part === "string" ? "" : '; filename="picture"';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(part), Buffer.from("\r\n")];
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** A text repeated to a megabyte, minus room for the other fields. */
const filling = (text: string) => text.repeat(Math.floor((megabyte - 4096) / Buffer.byteLength(text)));

const posting = (
  teamId: number,
  fields: { articleTitle?: string; articleBody?: string; image?: Buffer },
): Attack => ({
  method: "POST",
  path: "/api/v1/articles",
  ...multipart({ teamId: String(teamId), articleTitle: "풀이", articleBody: "<p>풀이</p>", ...fields }),
});

/** Body of the listed recruitments. */
export const quotes = `<p>${filling('"')}</p>`;

const title = (name: string, character: string): Scenario => ({
  title: `titles of 1 MB of ${name}`,
  attacks: ({ ownTeam }) => [posting(ownTeam, { articleTitle: filling(character) })],
  expected: [400],
  allowed: [429],
});

/** In the own team, and in one where the abuser is not a member. */
const body = (name: string, articleBody: string): Scenario => ({
  title: `bodies of ${name}`,
  attacks: ({ ownTeam, othersTeam }) => [
    posting(ownTeam, { articleBody }),
    posting(othersTeam, { articleBody }),
  ],
  expected: [201, 403],
  allowed: [429, 503],
});

const reading = (
  name: string,
  path: (place: Place, abuser: Abuser) => string,
  isVisitor = true,
): Scenario => ({
  title: name,
  attacks: (abuser, place) => [{ method: "GET", path: path(place, abuser), isVisitor }],
  expected: [200],
  allowed: [503],
});

const noisy = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#6e74fa",
      noise: { type: "gaussian", mean: 128, sigma: 12 },
    },
  });
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#6e74fa" } });

const draftOf = (title: string, html: string) => ({
  title,
  category: null,
  contact: "",
  html,
  revision: null,
  postId: null,
  at: 1,
});
const draft = (title: string) => Buffer.from(JSON.stringify(draftOf(title, `<p>${"가".repeat(30_000)}</p>`)));
export const longDraft = draftOf("긴 초안", filling("가"));

export const scenarios: readonly Scenario[] = [
  title("가", "가"),
  title("U+0301", "\u0301"),
  title("family emoji", "👨‍👩‍👧‍👦"),
  reading(
    'the page of a recruitment of 1 MB of "',
    ({ recruitmentId }) => `/team-recruit/detail/${recruitmentId}`,
  ),
  reading("the same from the API", ({ recruitmentId }) => `/api/v1/recruitments/${recruitmentId}`),
  reading('50 recruitments of 1 MB of "', () => "/api/v1/recruitments?size=50"),
  reading(
    "50 articles of 1 MB, by a visitor",
    ({ today }, { ownTeam }) => `/api/v1/articles/${ownTeam}/by-date?date=${today}&size=50`,
  ),
  reading(
    "50 articles of 1 MB, by a member",
    ({ today }, { ownTeam }) => `/api/v1/articles/${ownTeam}/by-date?date=${today}&size=50`,
    false,
  ),
  reading(
    "50 own articles of 1 MB",
    (_, { ownTeam }) => `/api/v1/articles/${ownTeam}/my-page?size=50`,
    false,
  ),
  reading("20 long drafts of 1 MB", () => "/api/v1/drafts/recruitment-new", false),
  body("<p>x × 250,000", "<p>x".repeat(250_000)),
  body("‹ × 340,000", "‹".repeat(340_000)),
  body("<br> × 250,000", `<p>풀이</p>${"<br>".repeat(250_000)}`),
  body("<b> × 450 and </i> × 250,000", `<p>풀이</p>${"<b>".repeat(450)}${"</i>".repeat(250_000)}`),
  body("<p>x × 512", "<p>x".repeat(512)),
  {
    title: "1 MB of visitors",
    attacks: ({ ownTeam }) => [{ ...posting(ownTeam, { articleBody: filling("가") }), isVisitor: true }],
    expected: [401],
  },
  {
    title: "JSON of keys and of brackets",
    attacks: ({ ownTeam }) =>
      [{ ...Array.from({ length: 90_000 }, () => 1) }, [...Array<number[]>(300_000).fill([])]].map(
        (unknown) => ({
          method: "PATCH",
          path: `/api/v1/teams/${ownTeam}/announcement`,
          type: "application/json",
          body: Buffer.from(JSON.stringify({ teamAnnouncement: "공지", unknown })),
        }),
      ),
    expected: [400],
    allowed: [429],
  },
  {
    title: "forms of 1,900 parts",
    attacks: () => [
      {
        method: "POST",
        path: "/api/v1/teams",
        ...multipart(Object.fromEntries(Array.from({ length: 1900 }, (_, n) => [`a${n}`, ""]))),
      },
    ],
    expected: [413],
    allowed: [429],
  },
  {
    title: "large WebP",
    async attacks({ ownTeam, othersTeam }, _, isLong) {
      const image = await (isLong ? noisy(8000, 5000) : plain(2000, 1500)).webp({ quality: 40 }).toBuffer();
      return [posting(ownTeam, { image }), posting(othersTeam, { image })];
    },
    expected: [201, 403],
    // 503: decoding timed out on a busy machine.
    allowed: [429, 503],
  },
  {
    title: "interlaced PNG of 16 bits",
    async attacks({ ownTeam }, _, isLong) {
      const side = isLong ? 3000 : 1500;
      const image = await plain(side, side).toColourspace("rgb16").png({ progressive: true }).toBuffer();
      return [posting(ownTeam, { image }), posting(ownTeam, { image: promisedInterlaced(8000, 5000) })];
    },
    expected: [201, 413],
    allowed: [429, 503],
  },
  {
    title: "a flood of posts",
    attacks: ({ ownTeam }) => [posting(ownTeam, {})],
    expected: [201, 429],
  },
  {
    title: "a flood of drafts",
    attacks: () =>
      Array.from({ length: 50 }, (_, n) => ({
        method: "PUT",
        path: `/api/v1/drafts/recruitment-new/${crypto.randomUUID()}`,
        type: "application/json",
        body: draft(`초안 ${n}`),
      })),
    expected: [200, 429],
  },
  {
    title: "a flood of connections",
    attacks: () => [{ method: "GET", path: "/api/v1/teams/combined?size=50", isVisitor: true }],
    connections: 150,
    expected: [200],
    // Only a request that waited for a second is refused: a fast machine answers all of them.
    allowed: [429],
  },
  // 1013: visitors of the address have a quarter of its websockets.
  { title: "a flood of websockets", attacks: "sockets", expected: [101, 1013], allowed: [429] },
];
