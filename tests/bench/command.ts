import { randomUUID } from "node:crypto";
import { commandOf, numbered } from "../support/commands.ts";
import { type Caller, newCaller, teamForm } from "./caller.ts";
import type { Figures } from "./figures.ts";
import { httpConnection } from "./http-client.ts";
import { withSystem } from "./set-up.ts";
import { median, p99 } from "./statistics.ts";

const rounds = 80;
const warmUp = 25;

/**
 * One command after the other over HTTP, each answered once the read models show it, beside one append of one event to
 * the same log. In turn, so that both meet the same disk; the command behind it begins when the read models have taken in
 * what was appended.
 */
export async function benchCommand({ note, atMost }: Figures): Promise<void> {
  await withSystem(undefined, async ({ storage, start }) => {
    const server = await start();
    const append = () => storage.log.append(`bench-${randomUUID()}`, [numbered(1)], -1, commandOf());
    const { commands, settle, close } = await prepare(server.origin);
    const { application, announcement, article } = commands;
    // An application causes reactions; an announcement causes none, so nothing else runs during the append.
    const acts: Record<string, Act> = { application, announcement, append, article };
    const times = new Map(Object.keys(acts).map((what): [string, number[]] => [what, []]));
    for (let round = -warmUp; round < rounds; round += 1) {
      for (const [what, act] of Object.entries(acts)) {
        const began = performance.now();
        await act(round + warmUp);
        if (round >= 0) times.get(what)?.push(performance.now() - began);
        if (act === append) await settle(await storage.log.head());
      }
    }
    close();
    const limit = median(times.get("append") as number[]);
    for (const what of ["announcement", "article", "application"]) {
      const own = times.get(what) as number[];
      atMost(5, { what: `${what}, p50`, value: median(own), unit: "ms", limit });
      note({ what: `${what}, p99`, value: p99(own), unit: "ms" });
    }
  });
}

/** Gets the number of its turn. */
type Act = (n: number) => Promise<unknown>;

interface Prepared {
  readonly commands: Readonly<Record<"announcement" | "article" | "application", Act>>;
  /** Resolves once the read models have reached a checkpoint. */
  settle(checkpoint: string): Promise<void>;
  close(): void;
}

/** What is measured, with a team and enough recruitments for it. */
async function prepare(origin: string): Promise<Prepared> {
  const lines = [httpConnection(origin), httpConnection(origin)] as const;
  const manager = await newCaller(origin, "고슴도치", lines[0].send);
  const applicant = await newCaller(origin, "다람쥐", lines[1].send);
  const { data } = await manager.call("POST", "/v1/teams", { form: teamForm("아침반") });
  const recruitments: number[] = [];
  for (let n = 0; n < rounds + warmUp; n += 1) recruitments.push(await recruitment(manager, n));
  const commands: Prepared["commands"] = {
    announcement: (n) =>
      manager.call("PATCH", `/v1/teams/${data.teamId}/announcement`, {
        json: { teamAnnouncement: `${n}번째 공지` },
      }),
    article: (n) =>
      manager.call("POST", "/v1/articles", {
        form: {
          teamId: String(data.teamId),
          articleTitle: `${n}번째 글`,
          articleBody: "<p>최단 거리를 다시 풀었다. 우선순위 큐를 쓰면 O(E log V)다.</p>",
        },
      }),
    application: (n) =>
      applicant.call("POST", "/v1/apply", {
        json: { recruitmentId: recruitments[n], teamApplyBody: "함께 풀고 싶어요" },
      }),
  };
  const page = `${origin}/api/v1/teams/${data.teamId}/team-page?year=2026&month=9`;
  return {
    commands,
    async settle(checkpoint) {
      await (await fetch(page, { headers: { "X-After-Checkpoint": checkpoint } })).arrayBuffer();
    },
    close: () => void lines.map(({ close }) => close()),
  };
}

async function recruitment(author: Caller, n: number): Promise<number> {
  const form = {
    teamRecruitTitle: `아침 스터디 ${n}`,
    teamRecruitBody: "<p>함께 풀어요</p>",
    chatUrl: "https://open.example/morning",
  };
  return (await author.call("POST", "/v1/recruitments", { form })).data.teamRecruitId;
}
