import { Agent, type IncomingMessage, request } from "node:http";
import { signIn } from "../support/sign-in.ts";

export interface Called {
  readonly status: number;
  /** The envelope's data; benches inspect responses of every shape. */
  readonly data: ReturnType<JSON["parse"]>;
}

/** A signed-in member who calls over keep-alive connections. */
export interface Caller {
  call(
    method: string,
    path: string,
    body?: { json?: unknown; form?: Record<string, string> },
  ): Promise<Called>;
}

/** Sends a request to an address and resolves with its response. */
export type Send = (
  url: string,
  method: string,
  headers: Readonly<Record<string, string | number>>,
  body: string | undefined,
) => Promise<{ status: number; text: string }>;

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** @param send replaces Node's client with up to 200 connections */
export async function newCaller(origin: string, name: string, send: Send = sendByNode): Promise<Caller> {
  const caller = await knownCaller(origin, `${name}-${Math.random().toString(36).slice(2)}`, send);
  await caller.call("POST", "/v1/members", { form: { memberName: name, memberExplain: "매일 한 문제" } });
  return caller;
}

/** A member by the handle at the development provider. */
export async function knownCaller(origin: string, handle: string, send: Send = sendByNode): Promise<Caller> {
  const { accessToken } = await signIn(origin, handle);
  return callerWith(origin, accessToken, send);
}

export function callerWith(origin: string, accessToken: string, send: Send = sendByNode): Caller {
  return {
    async call(method, path, { json, form } = {}) {
      const body = json === undefined ? form && multipart(form) : JSON.stringify(json);
      const type = json === undefined ? `multipart/form-data; boundary=${boundary}` : "application/json";
      const headers = {
        authorization: `Bearer ${accessToken}`,
        ...(body === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(body) }),
      };
      const answer = await send(`${origin}/api${path}`, method, headers, body);
      if (answer.status >= 400)
        throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`);
      return { status: answer.status, data: JSON.parse(answer.text).data };
    },
  };
}

const boundary = "algomoim-bench";
const multipart = (form: Record<string, string>) =>
  `${Object.entries(form)
    .map(
      ([name, text]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
    )
    .join("")}--${boundary}--\r\n`;

const sendByNode: Send = (url, method, headers, body) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response: IncomingMessage) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });

/**
 * Reads as a visitor.
 * @throws unless the response is 200
 */
export async function get(url: string): Promise<void> {
  const { status } = await sendByNode(url, "GET", {}, undefined);
  if (status !== 200) throw new Error(`${url} was answered ${status}`);
}

export const teamForm = (teamName: string) => ({
  teamName,
  teamExplain: "7시에 시작해요",
  topic: "코딩테스트",
  memberLimit: "50",
  password: "4821",
});
