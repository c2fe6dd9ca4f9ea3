import type { Response, Router } from "express";
import { answeredWithin, callMs } from "../event-store/time-budget.ts";
import { exactRouter } from "../platform/http/exact-router.ts";
import { escapeHtml } from "./head.ts";

/** Ids above `after` up to `upTo`. */
export interface IdRange {
  readonly after: number;
  readonly upTo: number;
}

export interface PublicIds {
  readonly highest: () => Promise<{ team: number; recruitment: number }>;
  readonly teams: (range: IdRange) => Promise<readonly number[]>;
  readonly recruitments: (range: IdRange) => Promise<readonly number[]>;
}

/** Ids per part; far below the protocol's 50,000 addresses a file. */
export const idsPerPart = 10_000;

const fixedPaths = ["/", "/about", "/team-list", "/team-recruit/list"];

/** Screens that require a login, and paths that are not pages. `/api/` stays open, because rendering needs it. */
const closedPaths = [
  "/oauth2/",
  "/login/oauth2/",
  "/enroll",
  "/profile",
  "/modification",
  "/my-dashboard",
  "/posting/",
  "/team-admin/",
  "/team-recruit/posting",
  "/team-registration",
  "/team-setting/",
  "/team-subject/",
];

const protocol = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const cached = "public, max-age=3600";

function sendXml(response: Response, root: string, item: string, addresses: readonly string[]): void {
  const items = addresses.map((address) => `<${item}><loc>${escapeHtml(address)}</loc></${item}>\n`);
  response.type("application/xml").set("Cache-Control", cached);
  response.send(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${protocol}>\n${items.join("")}</${root}>\n`,
  );
}

/** `/robots.txt`, and `/sitemap.xml` with its parts: every public page, read part by part. */
export function sitemap({ origin, ids }: { origin: string; ids: PublicIds }): Router {
  const router = exactRouter();
  const absolute = (path: string) => origin + path;
  const kinds = {
    teams: { path: "/team-dashboard/", read: ids.teams },
    recruitments: { path: "/team-recruit/detail/", read: ids.recruitments },
  };

  router.get("/robots.txt", (_request, response) => {
    const lines = ["User-agent: *", ...closedPaths.map((path) => `Disallow: ${path}`), "Allow: /"];
    response.type("text/plain").set("Cache-Control", cached);
    response.send(`${lines.join("\n")}\n\nSitemap: ${origin}/sitemap.xml\n`);
  });

  router.get("/sitemap.xml", async (_request, response) => {
    const { team, recruitment } = await answeredWithin(callMs, ids.highest);
    const parts = (kind: keyof typeof kinds, highest: number) =>
      Array.from({ length: Math.ceil(highest / idsPerPart) }, (_, at) => `/sitemap/${kind}-${at + 1}.xml`);
    const paths = ["/sitemap/pages.xml", ...parts("teams", team), ...parts("recruitments", recruitment)];
    sendXml(response, "sitemapindex", "sitemap", paths.map(absolute));
  });

  router.get("/sitemap/:name.xml", async (request, response, next) => {
    const paths = await answeredWithin(callMs, () => pathsOf(request.params.name));
    if (!paths) return next();
    sendXml(response, "urlset", "url", paths.map(absolute));
  });

  async function pathsOf(name: string): Promise<string[] | undefined> {
    if (name === "pages") return fixedPaths;
    const [, kind, part] = /^(teams|recruitments)-([1-9]\d{0,8})$/.exec(name) ?? [];
    if (kind === undefined) return undefined;
    const { path, read } = kinds[kind as keyof typeof kinds];
    const after = (Number(part) - 1) * idsPerPart;
    return (await read({ after, upTo: after + idsPerPart })).map((id) => path + id);
  }

  return router;
}
