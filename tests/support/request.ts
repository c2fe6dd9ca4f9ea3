/** The response of a call; specs inspect bodies of every shape. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReturnType<JSON["parse"]>;
}

export interface Asked {
  readonly json?: unknown;
  /** Multipart: texts, repeated texts, or a picture. */
  readonly form?: Record<string, string | readonly string[] | Blob>;
  /** A raw body with its own content type. */
  readonly raw?: { readonly type: string; readonly body: string | Uint8Array };
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** Calls the API over HTTP. */
export async function request(url: string, method: string, asked: Asked = {}): Promise<Answer> {
  const { json, form, raw, headers = {}, signal } = asked;
  const init: RequestInit = { method, headers, redirect: "manual", ...(signal && { signal }) };
  if (json !== undefined) {
    init.body = JSON.stringify(json);
    init.headers = { "content-type": "application/json", ...headers };
  } else if (form) {
    const data = new FormData();
    for (const [name, value] of Object.entries(form)) {
      if (value instanceof Blob) data.append(name, value, "picture.jpg");
      else for (const text of typeof value === "string" ? [value] : value) data.append(name, text);
    }
    init.body = data;
  } else if (raw) {
    init.body = raw.body as BodyInit;
    init.headers = { "content-type": raw.type, ...headers };
  }
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, body: await envelopeOf(response) };
}

/** @throws Error with the response if it is not JSON */
export async function envelopeOf(response: Response): Promise<ReturnType<JSON["parse"]>> {
  const text = await response.text();
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    throw new Error(`${response.url} answered ${response.status} without JSON: ${text.slice(0, 500)}`);
  }
}

/** The member of an access token. */
export const memberOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).uuid;
