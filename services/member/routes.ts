import { defaultMemberPicture } from "#contracts/images/api";
import { changeProfile, completeProfile, withdraw } from "#contracts/member/api";
import type { Checkpoint } from "../event-store/event-store.ts";
import { handle } from "../platform/decider.ts";
import { type Call, type Route, route } from "../platform/http/route.ts";
import { type Platform, storingPictures } from "../platform/platform.ts";
import { type MemberState, member } from "./member.ts";

interface MemberPlatform extends Platform {
  /** Waits for the consequences of a withdrawal, for a limited time; returns the checkpoint that includes them. */
  readonly consequencesOf: (withdrawal: Checkpoint) => Promise<Checkpoint>;
  /** `Set-Cookie` values that end a session in the browser. */
  readonly clearedCookies: () => string[];
}

type ProfileCall = Call<typeof completeProfile> | Call<typeof changeProfile>;

/** Commands of spec/wire-contract.md §3. */
export function memberRoutes(platform: MemberPlatform): Route[] {
  const change = <Data>(
    call: ProfileCall,
    type: "CompleteProfile" | "ChangeProfile",
    answer: (state: MemberState) => Data,
  ) => {
    const memberId = call.caller as string;
    const { memberName: name, memberExplain: explain } = call.body;
    return handle(platform.store, call.command, {
      decider: member,
      stream: `member-${memberId}`,
      command: { type, memberId, name, explain, imageUrl: call.picture?.url },
      answer: (state) => ({ data: answer(state) }),
      beforeAppend: storingPictures(platform, call, [`member:${memberId}`]),
    });
  };
  return [
    route(completeProfile, (call) =>
      change(call, "CompleteProfile", () => "회원을 성공적으로 등록했습니다." as const),
    ),
    route(changeProfile, (call) =>
      change(call, "ChangeProfile", (state) => profileOf(state, call.caller as string)),
    ),
    route(withdraw, async (call) => {
      const memberId = call.caller as string;
      const handled = await handle(platform.store, call.command, {
        decider: member,
        stream: `member-${memberId}`,
        command: { type: "Withdraw", memberId },
        // Destroys the member's key: from then on the member's texts in the log are unreadable.
        forget: [memberId],
      });
      const checkpoint = await platform.consequencesOf(handled.checkpoint);
      return { ...handled, checkpoint, headers: { "Set-Cookie": platform.clearedCookies() } };
    }),
  ];
}

function profileOf(state: MemberState, uuid: string) {
  const { name, explain, imageUrl } =
    state.phase === "complete" ? state : { name: null, explain: null, imageUrl: null };
  return {
    memberName: name ?? "",
    memberExplain: explain ?? "",
    imageUrl: imageUrl ?? defaultMemberPicture,
    uuid,
  };
}
