import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import express from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#services/platform/config";
import { documentTitleOf } from "#web/lib/titles.ts";
import { chatScript } from "./head.ts";
import { createSite } from "./site.ts";
import { idsPerPart } from "./sitemap.ts";

const index = `<html><head><!-- page --><title>old</title><!-- /page --><link rel="stylesheet" href="/assets/main.css"></head></html>`;
const manifest = {
  "index.html": { file: "assets/main.js", css: ["assets/main.css"] },
  "src/app/front.tsx": { file: "assets/front.js", imports: ["index.html"], css: ["assets/front.css"] },
  "src/app/app.tsx": { file: "assets/app.js", imports: ["index.html"] },
  "src/features/team-dashboard/team-dashboard-page.tsx": {
    file: "assets/team.js",
    imports: ["src/app/app.tsx"],
  },
};
const font = "../node_modules/pretendard/woff2-dynamic-subset/PretendardVariable.subset";
Object.assign(manifest, {
  [`${font}.91.woff2`]: { file: "assets/latin.woff2" },
  [`${font}.3.woff2`]: { file: "assets/rare.woff2" },
});
const script = "export const greeting = '안녕';";
const hostile = `"><script>alert('x')</script>&`;

const folder = mkdtempSync(join(tmpdir(), "algomoim-site-"));
let origin = "";
let isStoreAway = false;
const errors: unknown[] = [];
const server = express();
let close: () => void;

beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  mkdirSync(join(folder, ".vite"));
  writeFileSync(join(folder, "index.html"), index);
  writeFileSync(join(folder, ".vite/manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "assets/main.js"), script);
  writeFileSync(join(folder, "assets/main.js.br"), brotliCompressSync(script));
  writeFileSync(join(folder, "service-worker.js"), "");
  server.use(
    createSite({
      folder,
      origin: "https://algomoim.example",
      pages: {
        async team(teamId) {
          if (isStoreAway) throw new Error("store away");
          return teamId === 7
            ? { title: hostile, text: "하루 <한> 문제\n매일", picture: "/images/aa/bb.png" }
            : teamId === 9
              ? { title: "새벽네시반", text: "", picture: null }
              : undefined;
        },
        recruitment: async (id) =>
          id === 5 ? { title: "같이 해요", text: "월요일 저녁 <8시>", picture: null } : undefined,
        invitation: async (token) =>
          token === "good"
            ? { title: "새벽네시반", text: "하루 한 문제", picture: "/images/aa/bb.png" }
            : undefined,
      },
      ids: {
        highest: async () => ({ team: idsPerPart + 1, recruitment: 0 }),
        teams: async ({ after, upTo }) => [7, idsPerPart + 1].filter((id) => id > after && id <= upTo),
        recruitments: async () => [],
      },
      chat: { url: new URL("https://chat.example/w.js"), key: undefined },
      logError: (error) => errors.push(error),
    }),
  );
  server.use((_request, response) => void response.status(404).send("not the site's"));
  const listening = server.listen(0, "127.0.0.1");
  await new Promise((ready) => listening.once("listening", ready));
  origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  close = () => listening.close();
});
afterAll(() => {
  close();
  rmSync(folder, { recursive: true });
});

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(origin + path, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe("previews", () => {
  it("show a team's name, description and picture, escaped", async () => {
    const { text } = await get("/team-dashboard/7");
    expect(text).not.toContain("<script>alert");
    expect(text).toContain(
      "<title>&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp; | 팀 페이지 | 알고모임</title>",
    );
    expect(text).toContain('<meta name="description" content="하루 &lt;한&gt; 문제 매일" />');
    expect(text).toContain('<link rel="canonical" href="https://algomoim.example/team-dashboard/7" />');
    expect(text).toContain('property="og:image" content="https://algomoim.example/images/aa/bb.png"');
    expect(text).not.toContain("<title>old");
  });

  it("show a recruitment's title and the beginning of its body, escaped", async () => {
    const { text } = await get("/team-recruit/detail/5?from=kakao");
    expect(text).toContain("<title>같이 해요 | 팀 모집글 상세 | 알고모임</title>");
    expect(text).toContain('property="og:title" content="같이 해요"');
    expect(text).toContain('property="og:description" content="월요일 저녁 &lt;8시&gt;"');
    expect(text).toContain('href="https://algomoim.example/team-recruit/detail/5"');
  });

  it("have the title that the client will set", async () => {
    for (const path of ["/", "/team-list", "/team-recruit/list"])
      expect((await get(path)).text).toContain(`<title>${documentTitleOf(path)}</title>`);
    for (const [path, name] of [
      ["/team-dashboard/9", "새벽네시반"],
      ["/team-recruit/detail/5", "같이 해요"],
    ] as const)
      expect((await get(path)).text).toContain(`<title>${documentTitleOf(path, name)}</title>`);
  });

  it("are the general ones for unknown pages, which search engines do not index", async () => {
    for (const path of [
      "/team-dashboard/8",
      "/team-dashboard/x",
      "/team-dashboard/%E0%A4%A",
      "/%",
      "/team-dashboard/9".repeat(9),
      "/nowhere",
    ]) {
      const { status, text } = await get(path);
      expect(status, path).toBe(200);
      expect(text, path).toContain("<title>알고모임</title>");
      expect(text, path).toContain('<meta name="robots" content="noindex" />');
      expect(text, path).not.toContain("canonical");
    }
  });

  it("of an invitation contain only team and picture", async () => {
    const { text } = await get("/invite/good");
    expect(text).toContain("<title>새벽네시반 | 초대 | 알고모임</title>");
    expect(text).toContain('property="og:image" content="https://algomoim.example/images/aa/bb.png"');
    for (const absent of ["하루 한 문제", "/invite/", "canonical"]) expect(text).not.toContain(absent);
    const ended = await get("/invite/bad");
    expect(ended.text).toContain(`<title>${documentTitleOf("/invite/bad")}</title>`);
    expect((await get("/robots.txt")).text).not.toContain("invite");
  });

  it("never delay the page itself", async () => {
    isStoreAway = true;
    expect((await get("/team-dashboard/7")).text).toContain("<title>알고모임</title>");
    expect(errors).toHaveLength(1);
    isStoreAway = false;
  });
});

describe("pages", () => {
  it("are revalidated each time and never cached permanently", async () => {
    const { headers } = await get("/team-list");
    expect(headers.get("cache-control")).toBe("no-cache");
    expect((await get("/index.html")).text).not.toContain("<title>old");
  });

  it("preload their first modules: the front page for a visitor, the app for a member", async () => {
    const visitor = (await get("/")).text;
    expect(visitor).toContain('<link rel="modulepreload" crossorigin href="/assets/front.js">');
    expect(visitor.indexOf("/assets/front.css")).toBeGreaterThan(visitor.indexOf("/assets/main.css"));
    expect(visitor).not.toContain("app.js");
    expect(visitor).toContain('as="font" type="font/woff2" crossorigin href="/assets/latin.woff2"');
    expect(visitor).not.toContain("rare.woff2");
    const member = (await get("/", { cookie: "access_token=a.b.c" })).text;
    expect(member).toContain("/assets/app.js");
    expect(member).not.toContain("front.js");
    expect((await get("/team-dashboard/7")).text).toContain("/assets/team.js");
  });

  it("do not cover the server's own paths", async () => {
    for (const path of ["/api/v1/nowhere", "/oauth2/x", "/images/zz/none.png"])
      expect((await get(path)).text, path).toBe("not the site's");
  });
});

describe("files", () => {
  it("with a digest are cached for a year, compressed on demand, others revalidated each time", async () => {
    const { headers, text } = await get("/assets/main.js", { "accept-encoding": "br" });
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("content-encoding")).toBe("br");
    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(headers.get("vary")).toContain("Accept-Encoding");
    expect(text).toBe(script);
    const plain = await get("/assets/main.js", { "accept-encoding": "identity" });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(plain.text).toBe(script);
    expect((await get("/service-worker.js")).headers.get("cache-control")).toBe("no-cache");
  });

  it("of another release get another status than a page", async () => {
    const { status, headers, text } = await get("/assets/newer.js");
    expect(status).toBe(404);
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(text).toContain("<title>알고모임</title>");
  });

  it("do not include the manifest of the build", async () => {
    expect((await get("/.vite/manifest.json")).text).not.toContain("front.tsx");
  });
});

describe("search engines", () => {
  it("get the open paths and the address of the sitemap", async () => {
    const { text } = await get("/robots.txt");
    expect(text).toContain("Disallow: /my-dashboard\n");
    expect(text).toContain("Sitemap: https://algomoim.example/sitemap.xml\n");
  });

  it("get the public pages in parts", async () => {
    const parts = [
      ...(await get("/sitemap.xml")).text.matchAll(/<loc>https:\/\/algomoim\.example(.*?)<\/loc>/g),
    ];
    const paths = parts.map((match) => match[1] ?? "");
    expect(paths).toEqual(["/sitemap/pages.xml", "/sitemap/teams-1.xml", "/sitemap/teams-2.xml"]);
    expect((await get("/sitemap/teams-1.xml")).text).toContain(
      "<loc>https://algomoim.example/team-dashboard/7</loc>",
    );
    expect((await get("/sitemap/teams-2.xml")).text).toContain(`/team-dashboard/${idsPerPart + 1}<`);
    expect((await get("/sitemap/pages.xml")).text).toContain("<loc>https://algomoim.example/team-list</loc>");
    expect((await get("/sitemap/others-1.xml")).headers.get("content-type")).toContain("text/html");
  });
});

describe("the chat widget", () => {
  const chat = (settings: Record<string, string>) => {
    const { chatWidgetUrl: url, chatWidgetKey: key } = readConfig(settings, []);
    return { url, key };
  };

  it("loads nothing unless it is configured, a key alone not counting", () => {
    expect(chatScript(chat({ CHAT_WIDGET_KEY: "abc" }))).toEqual([]);
  });

  it("loads the chat script of the settings with its key, and escapes the address", () => {
    const settings = {
      CHAT_WIDGET_URL: `https://chat.example/w.js?a=1&copy=2"><b>`,
      CHAT_WIDGET_KEY: "ab-12_c.d",
    };
    expect(chatScript(chat(settings))).toEqual([
      `<script async data-chat src="https://chat.example/w.js?a=1&amp;copy=2%22%3E%3Cb%3E" data-key="ab-12_c.d"></script>`,
    ]);
  });

  it("is on every page but those whose address contains a token, and the one that is stored for offline use", async () => {
    const hasChat = async (path: string) => (await get(path)).text.includes("https://chat.example/w.js");
    for (const path of ["/", "/team-list", "/invite", "/team-dashboard/7"])
      expect(await hasChat(path), path).toBe(true);
    for (const path of [
      "/invite/good",
      "/INVITE/good",
      "/mail/confirm/t",
      "/mail/unsubscribe/t/",
      "/index.html",
    ])
      expect(await hasChat(path), path).toBe(false);
  });

  it("accepts no key that could leave its attribute", () => {
    expect(() => chat({ CHAT_WIDGET_URL: "https://chat.example/", CHAT_WIDGET_KEY: `a" onload="b` })).toThrow(
      "CHAT_WIDGET_KEY",
    );
  });
});
