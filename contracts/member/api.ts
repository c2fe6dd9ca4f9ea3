import { z } from "zod";
import { command, multipart, query, requiredText } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { multiLine } from "../texts.ts";

const name = requiredText(limits.memberName, "이름은 필수 입력 항목입니다.");
const explain = requiredText(limits.memberExplain, "소개는 필수 입력 항목입니다.", multiLine);

export const memberInfoView = z.object({
  memberName: z.string(),
  memberImageUrl: z.string(),
  teamAbstractResponses: z.array(
    z.object({ teamId: z.number().int(), teamName: z.string(), teamImageUrl: z.string() }),
  ),
});
export type MemberInfo = z.infer<typeof memberInfoView>;

export const profileView = z.object({
  memberName: z.string(),
  memberExplain: z.string(),
  imageUrl: z.string(),
  uuid: z.uuid(),
});
export type Profile = z.infer<typeof profileView>;

/** spec/wire-contract.md §3.1 */
export const getMemberInfo = query({
  name: "getMemberInfo",
  summary: "Name, picture and teams of the caller, latest joined first",
  path: "/v1/members/info",
  access: "profile",
  returns: memberInfoView,
});

/** spec/wire-contract.md §3.2 */
export const getOwnProfile = query({
  name: "getOwnProfile",
  summary: "Profile of the caller",
  path: "/v1/members/own-profile",
  access: "profile",
  returns: profileView,
});

/** spec/wire-contract.md §3.3 */
export const completeProfile = command("POST", {
  name: "completeProfile",
  summary: "Create (or overwrite) the caller's profile",
  path: "/v1/members",
  access: "token",
  body: multipart(z.object({ memberName: name, memberExplain: explain })),
  status: 201,
  returns: z.literal("회원을 성공적으로 등록했습니다."),
});

/** spec/wire-contract.md §3.4 */
export const changeProfile = command("PUT", {
  name: "changeProfile",
  summary: "Change the caller's profile; absent parts stay as they are",
  path: "/v1/members",
  access: "token",
  body: multipart(z.object({ memberName: name.optional(), memberExplain: explain.optional() })),
  returns: profileView,
  refusals: ["nothing-to-change"],
});

/** spec/wire-contract.md §3.5 */
export const withdraw = command("DELETE", {
  name: "withdraw",
  summary: "Leave the site for ever; what is personal becomes unreadable",
  path: "/v1/members",
  access: "token",
  message: "유저가 성공적으로 삭제되었습니다.",
  returns: z.null(),
});
