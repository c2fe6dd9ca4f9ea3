interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  readonly path: string;
  readonly endsAt: number;
}

export type CookieJar = ReturnType<typeof cookieJar>;

const maxRedirects = 20;

/** Stores and sends cookies like a browser. Ports share cookies. */
export function cookieJar() {
  let cookies: Cookie[] = [];

  function set(address: string | URL, setCookie: string) {
    const url = new URL(address);
    const cookie = parse(setCookie, url);
    cookies = cookies.filter(
      (kept) => kept.name !== cookie.name || kept.path !== cookie.path || kept.host !== cookie.host,
    );
    if (cookie.endsAt > Date.now()) cookies.push(cookie);
  }

  async function send(address: string | URL, init: RequestInit = {}) {
    const url = new URL(address);
    const headers = new Headers(init.headers);
    const fitting = cookies.filter((cookie) => fits(cookie, url));
    if (fitting.length > 0)
      headers.set("cookie", fitting.map(({ name, value }) => `${name}=${value}`).join("; "));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const setCookie of response.headers.getSetCookie()) set(url, setCookie);
    return response;
  }

  return {
    /** One request with cookies, without following redirects. */
    fetch: send,
    set,
    get: (name: string) => cookies.find((cookie) => cookie.name === name)?.value,
    names: () => cookies.map((cookie) => cookie.name),
    delete(name: string) {
      cookies = cookies.filter((cookie) => cookie.name !== name);
    },
    /** Follows redirects with GET to the final response. `visited` begins with `address`. */
    async follow(address: string | URL, init?: RequestInit) {
      const visited = [new URL(address)];
      let response = await send(address, init);
      while (response.status >= 300 && response.status < 400) {
        if (visited.length > maxRedirects) throw new Error(`too many redirects from ${address}`);
        const next = new URL(response.headers.get("location") ?? "", visited.at(-1));
        await response.body?.cancel();
        visited.push(next);
        response = await send(next);
      }
      return { response, visited };
    },
  };
}

const fits = ({ host, path, endsAt }: Cookie, url: URL) =>
  host === url.hostname &&
  endsAt > Date.now() &&
  (url.pathname === path || url.pathname.startsWith(path.endsWith("/") ? path : `${path}/`));

function parse(setCookie: string, url: URL): Cookie {
  const [pair = "", ...rest] = setCookie.split(";").map((part) => part.trim());
  const attributes = new Map(
    rest.map((part) => {
      const [name = "", ...value] = part.split("=");
      return [name.toLowerCase(), value.join("=")] as const;
    }),
  );
  const cut = pair.indexOf("=");
  const maxAge = attributes.get("max-age");
  const expires = attributes.get("expires");
  let endsAt = Number.POSITIVE_INFINITY;
  if (maxAge !== undefined) endsAt = Date.now() + Number(maxAge) * 1000;
  else if (expires !== undefined) endsAt = Date.parse(expires);
  return {
    name: pair.slice(0, cut),
    value: pair.slice(cut + 1),
    host: url.hostname,
    path: attributes.get("path") ?? "/",
    endsAt,
  };
}
