import { z } from "zod";
import { command, json, pathId, wrongType } from "../endpoint.ts";

const teamId = z.object({ teamId: pathId() });

const webhook = /^https:\/\/(?:discord|discordapp)\.com\/api\/webhooks\/(\d{1,20})\/([\w-]{1,100})$/;

/** The parts of the address of a Discord webhook; undefined for anything else (spec/rhythm.md rule 11). */
export function webhookOf(address: string): { readonly id: string; readonly token: string } | undefined {
  const [, id, token] = webhook.exec(address.trim()) ?? [];
  return id === undefined || token === undefined ? undefined : { id, token };
}

/** spec/rhythm.md rule 11 */
export const linkDiscord = command("PUT", {
  name: "linkDiscord",
  summary: "Link a Discord webhook; its address is never shown again",
  path: "/v1/teams/{teamId}/discord",
  access: "profile",
  params: teamId,
  body: json(z.object({ address: z.string({ error: wrongType }).max(1000, wrongType) })),
  message: "Discord와 연결했습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "not-a-manager", "not-a-discord-address", "too-many-requests"],
});

export const unlinkDiscord = command("DELETE", {
  name: "unlinkDiscord",
  summary: "Unlink the Discord webhook",
  path: "/v1/teams/{teamId}/discord",
  access: "profile",
  params: teamId,
  message: "연결을 끊었습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "not-a-manager"],
});

/** A message at once, 5 in 10 minutes. */
export const testDiscord = command("POST", {
  name: "testDiscord",
  summary: "Send a test message to Discord",
  path: "/v1/teams/{teamId}/discord/test",
  access: "profile",
  params: teamId,
  message: "시험 메시지를 보냈습니다.",
  returns: z.null(),
  refusals: ["team-not-found", "not-a-manager", "not-a-discord-address", "too-many-requests"],
});
