import { z } from "zod";
import { command } from "../endpoint.ts";

/** spec/wire-contract.md §2.6; the response sets both cookies and has `Authorization: Bearer <new access token>`. */
export const reissue = command("POST", {
  name: "reissue",
  summary: "Exchange the refresh cookie for new tokens",
  path: "/v1/reissue",
  access: "public",
  message: "토큰이 정상적으로 재발급 되었습니다.",
  returns: z.null(),
  remembered: false,
  refusals: ["bad-token"],
});

/** spec/wire-contract.md §2.7 */
export const logout = command("POST", {
  name: "logout",
  summary: "End this sign-in on all its tabs",
  path: "/v1/logout",
  access: "token",
  message: "로그아웃이 성공적으로 처리되었습니다.",
  returns: z.null(),
  remembered: false,
});
