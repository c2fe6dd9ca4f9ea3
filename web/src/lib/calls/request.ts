import type { Endpoint } from "#contracts/endpoint";

type Values = Readonly<Record<string, unknown>>;

/** The variable part of a call, its types already checked by `CallOptions`. */
export interface RequestOptions {
  params?: Values | undefined;
  query?: Values | undefined;
  body?: Values | undefined;
  picture?: Blob | null | undefined;
  ifMatch?: number | "*" | undefined;
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

function formOf(body: Values, picture: Blob | null | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (isGiven(one)) form.append(name, String(one));
    }
  }
  if (picture) form.append("image", picture, picture instanceof File ? picture.name : "image.jpg");
  return form;
}

/** Address, method, headers and body of a call as its endpoint describes them; absent values are left out. */
export function requestOf(endpoint: Endpoint, { params, query, body, picture, ifMatch }: RequestOptions) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) => (isGiven(value) ? [[name, String(value)]] : [])),
  );
  const headers: Record<string, string> = {};
  if (ifMatch !== undefined) headers["If-Match"] = ifMatch === "*" ? "*" : `"${ifMatch}"`;
  if (endpoint.body.kind === "json") headers["Content-Type"] = "application/json";
  return {
    url: `/api${path}${search.size > 0 ? `?${search}` : ""}`,
    method: endpoint.method,
    credentials: "same-origin" as const,
    headers,
    ...(endpoint.body.kind === "json" && { body: JSON.stringify(body ?? {}) }),
    ...(endpoint.body.kind === "multipart" && { body: formOf(body ?? {}, picture) }),
  };
}
