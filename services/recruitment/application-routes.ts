import { applyToRecruitment, deleteApplication, editApplication } from "#contracts/application/api";
import { limits } from "#contracts/limits";
import { handle } from "../platform/decider.ts";
import { type Call, type Route, route } from "../platform/http/route.ts";
import { byCaller, streamOf } from "./facts.ts";
import { type RecruitmentCommand, recruitment } from "./recruitment.ts";
import type { RecruitmentPlatform } from "./recruitment-platform.ts";

/** spec/wire-contract.md §6.8–6.10 */
export function applicationRoutes(platform: RecruitmentPlatform): Route[] {
  return [
    route(applyToRecruitment, (call) => apply(platform, call)),
    route(editApplication, (call) =>
      change(platform, call, { type: "EditApplication", body: call.body.teamApplyBody }),
    ),
    route(deleteApplication, (call) => change(platform, call, { type: "DeleteApplication" })),
  ];
}

async function apply(platform: RecruitmentPlatform, call: Call<typeof applyToRecruitment>) {
  const { store, ids } = platform;
  const { recruitmentId, teamApplyBody } = call.body;
  const callerId = call.caller as string;
  const drawn = ids.next("application");
  // Awaited once the recruitment has been read.
  drawn.catch(() => {});
  return handle(store, call.command, {
    decider: recruitment,
    stream: streamOf(recruitmentId),
    reads: { personal: "closed" },
    command: async (state): Promise<RecruitmentCommand> => ({
      type: "Apply",
      ...(await byCaller(store, callerId, state)),
      applicationId: await drawn,
      body: teamApplyBody,
    }),
  });
}

async function change(
  platform: RecruitmentPlatform,
  call: Call<typeof editApplication> | Call<typeof deleteApplication>,
  what: { type: "EditApplication"; body: string } | { type: "DeleteApplication" },
) {
  const { store } = platform;
  const applicationId = call.params.applyId;
  return handle(store, call.command, {
    decider: recruitment,
    stream: streamOf(await recruitmentOf(platform, applicationId)),
    command: async (state): Promise<RecruitmentCommand> => ({
      ...what,
      applicationId,
      ...(await byCaller(store, call.caller, state)),
    }),
  });
}

/**
 * Ids of applications are known from the read models; a new one may not have arrived there yet. 0: a stream without
 * events.
 */
async function recruitmentOf(platform: RecruitmentPlatform, applicationId: number): Promise<number> {
  const { store, progress, recruitmentOfApplication } = platform;
  const known = await recruitmentOfApplication(applicationId);
  if (known !== undefined) return known;
  await progress.waitFor(await store.head(), limits.readYourWritesMs);
  return (await recruitmentOfApplication(applicationId)) ?? 0;
}
