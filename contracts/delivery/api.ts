import { z } from "zod";
import { command, ignored, json, query, wrongType } from "../endpoint.ts";
import { isFarLonger, isLonger } from "../limits.ts";
import { singleLine } from "../texts.ts";

/** Web push and mail of a member (spec/notifications.md §5). */

export const deliveryLimits = {
  endpoint: 1000,
  deviceLabel: 40,
  mailAddress: 254,
  devices: 10,
} as const;

const wrong = { error: wrongType };
const text = z.string();

const device = z.object({
  subscriptionId: z.uuid(),
  label: text,
  /** `yyyy-MM-dd` */
  createdAt: text,
  seenAt: text,
});

export const getPush = query({
  name: "getPush",
  summary: "Whether there is push, its public key, and the caller's devices",
  path: "/v1/push",
  access: "profile",
  returns: z.object({
    available: z.boolean(),
    /** VAPID key of the server, base64url; null if push is off. */
    publicKey: text.nullable(),
    devices: z.array(device),
  }),
});

const wrongDevice = "기기 정보를 확인해 주세요.";
const bytesOf = (base64url: string) =>
  /^[\w-]+$/.test(base64url) ? Math.floor((base64url.length * 3) / 4) : 0;
const ofBytes = (bytes: number) => (key: string | undefined) => key !== undefined && bytesOf(key) === bytes;

const subscriptionBody = z.object({
  /** The server checks it against its list of push services. */
  endpoint: z
    .string(wrong)
    .optional()
    .transform((endpoint) => endpoint ?? ""),
  keys: z
    .object({ p256dh: z.string(wrong).optional(), auth: z.string(wrong).optional() }, wrong)
    .optional()
    .refine((keys) => ofBytes(65)(keys?.p256dh) && ofBytes(16)(keys?.auth), { error: wrongDevice })
    .transform((keys) => keys as { p256dh: string; auth: string }),
  label: z
    .string(wrong)
    .optional()
    .transform((label = "", context) => {
      const max = deliveryLimits.deviceLabel;
      const trimmed = isFarLonger(label, max) ? undefined : singleLine(label);
      if (trimmed && !isLonger(trimmed, max)) return trimmed;
      context.addIssue({ code: "custom", message: wrongDevice });
      return z.NEVER;
    }),
});
export type PushSubscriptionBody = z.output<typeof subscriptionBody>;

export const addPushSubscription = command("POST", {
  name: "addPushSubscription",
  summary: "Send notifications to this device, too; the same endpoint again keeps its id",
  path: "/v1/push/subscriptions",
  access: "profile",
  body: json(subscriptionBody),
  status: 201,
  message: "이 기기에서 알림을 받습니다.",
  returns: z.object({ subscriptionId: z.uuid() }),
  refusals: ["push-unavailable", "bad-push-endpoint", "too-many-requests"],
  remembered: false,
});

const ofSubscription = z.object({ subscriptionId: z.string(wrong) });

export const deletePushSubscription = command("DELETE", {
  name: "deletePushSubscription",
  summary: "Send nothing more to a device",
  path: "/v1/push/subscriptions/{subscriptionId}",
  access: "profile",
  params: ofSubscription,
  message: "알림을 받지 않습니다.",
  returns: z.null(),
  refusals: ["push-subscription-not-found"],
  remembered: false,
});

export const testPushSubscription = command("POST", {
  name: "testPushSubscription",
  summary: "Send a test notification to an own device at once",
  path: "/v1/push/subscriptions/{subscriptionId}/test",
  access: "profile",
  params: ofSubscription,
  message: "테스트 알림을 보냈습니다.",
  returns: z.null(),
  refusals: ["push-subscription-not-found", "push-unavailable", "too-many-requests"],
  remembered: false,
});

const wrongAddress = "메일 주소 형식이 올바르지 않습니다.";
/** One `@`, and no characters that end a line, separate addresses or need quotes in a mail header. */
const plainAddress = /^[^\s@\p{C},:;<>()[\]"\\]+@[^\s@\p{C},:;<>()[\]"\\]+$/u;

export const putMailAddress = command("PUT", {
  name: "putMailAddress",
  summary: "Replace the caller's mail address and send a mail to confirm it",
  path: "/v1/notifications/mail",
  access: "profile",
  body: json(
    z.object({
      address: z
        .string(wrong)
        .optional()
        .transform((address = "", context) => {
          const trimmed = address.trim();
          if (trimmed.length <= deliveryLimits.mailAddress && plainAddress.test(trimmed)) return trimmed;
          context.addIssue({ code: "custom", message: wrongAddress });
          return z.NEVER;
        }),
    }),
  ),
  message: "확인 메일을 보냈습니다.",
  returns: z.null(),
  refusals: ["mail-unavailable", "too-many-requests"],
  remembered: false,
});

export const deleteMailAddress = command("DELETE", {
  name: "deleteMailAddress",
  summary: "Forget the caller's mail address",
  path: "/v1/notifications/mail",
  access: "profile",
  message: "메일 주소를 지웠습니다.",
  returns: z.null(),
  remembered: false,
});

const ofMail = z.object({ token: z.string(wrong) });
/** Mail clients send what the header of the mail names. */
const bodyOfMail = ignored(1024);

export const confirmMailAddress = command("POST", {
  name: "confirmMailAddress",
  summary: "Confirm a mail address by the token of the mail; any body is ignored",
  path: "/v1/mail/confirmations/{token}",
  access: "public",
  params: ofMail,
  body: bodyOfMail,
  message: "메일 주소를 확인했습니다.",
  returns: z.null(),
  refusals: ["bad-mail-token"],
  remembered: false,
});

export const unsubscribeMail = command("POST", {
  name: "unsubscribeMail",
  summary: "Send no more digests to an address; any token is answered alike, any body is ignored",
  path: "/v1/mail/unsubscriptions/{token}",
  access: "public",
  params: ofMail,
  body: bodyOfMail,
  message: "메일 요약을 더 보내지 않습니다.",
  returns: z.null(),
  remembered: false,
});
