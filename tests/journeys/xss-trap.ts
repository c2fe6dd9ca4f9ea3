import type { BrowserContext, Page } from "@playwright/test";

/** Effects of an attack in a browser, as they happen: a script ran, something was loaded or sent. */
export type Caught = string[];

/**
 * Observes everything that the pages of a browser do from their next navigation on. `alone` disables the content
 * security policy, so that the filters are tested alone.
 */
export async function layTrap(
  context: BrowserContext,
  page: Page,
  origin: string,
  { alone = false } = {},
): Promise<Caught> {
  const caught: Caught = [];
  await context.exposeBinding("caught", (_source, what: string) => {
    caught.push(what);
  });
  await context.addInitScript(watchPage);
  if (alone) {
    const session = await context.newCDPSession(page);
    await session.send("Page.setBypassCSP", { enabled: true });
  }
  context.on("page", (opened) => caught.push(`a window opened: ${opened.url()}`));
  context.on("dialog", (dialog) => {
    caught.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    if (!isOurs(new URL(request.url()), origin, request.resourceType()))
      caught.push(`a request: ${request.resourceType()} ${request.url()}`);
  });
  page.on("frameattached", (frame) => caught.push(`a frame: ${frame.url()}`));
  page.on("download", (download) => caught.push(`a download: ${download.url()}`));
  page.on("pageerror", (error) => caught.push(`a script failed: ${error.message}`));
  return caught;
}

/** Scripts call the API; pictures, fonts and scripts come from the product's origins. */
function isOurs({ protocol, host, pathname }: URL, origin: string, kind: string): boolean {
  if (protocol === "data:" || protocol === "blob:") return kind === "image" || kind === "font";
  if (host !== new URL(origin).host) return false;
  if (kind === "document") return !/^\/(?:api|images|assets)\//.test(pathname);
  if (kind === "fetch" || kind === "xhr") return /^\/api\/v1\/(?!logout)/.test(pathname);
  return (
    kind === "websocket" ||
    /^\/(?:assets\/|start\.js$|images\/(?:default\/[a-z]+|none\/none)\.png$|[\w-]+\.(?:png|svg|ico)$)/.test(
      pathname,
    )
  );
}

/**
 * Runs in the page before everything else. In handlers of pictures `x()` is not a function and fails, which is reported
 * as well.
 */
function watchPage(): void {
  const tell = (what: string) => void (window as unknown as { caught(what: string): void }).caught(what);
  for (const name of ["alert", "confirm", "prompt", "print", "open", "pwned", "x", "y"])
    Object.defineProperty(window, name, { value: () => tell(`${name}() ran`) });
  Object.defineProperty(document, "write", { value: () => tell("document.write() ran") });
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
    // A library of the product tests whether it may compile; an attack would have to run first.
    if (blockedURI !== "eval") tell(`the policy stopped ${violatedDirective} ${blockedURI} ${sample}`);
  });

  const isOwn = (address: string) => new URL(address, location.href).origin === location.origin;
  const foreign =
    /^(?:iframe|frame|frameset|object|embed|applet|base|meta|portal|template|animate|set|foreignObject)$/;
  const loading = /^(?:src|srcset|srcdoc|data|action|formaction|background|poster|ping|manifest|codebase)$/;
  const asks = (element: Element): string | undefined => {
    const name = element.localName;
    if (foreign.test(name)) return name;
    if (name === "script" && !isOwn(element.getAttribute("src") ?? "https://nowhere.test")) return name;
    if (name === "link" && !isOwn(element.getAttribute("href") ?? "")) return name;
    if (name === "style" && /url\(|@import|expression/i.test(element.textContent ?? "")) return name;
    for (const { name: attribute, value } of element.attributes) {
      if (/^on/i.test(attribute)) return `${name} ${attribute}`;
      if (/^\s*(?:javascript|vbscript|data:text)/i.test(value) && /href|src|action|data$/.test(attribute))
        return `${name} ${attribute}=${value}`;
      if (loading.test(attribute) && !/^(?:data:image|blob:)/.test(value) && !isOwn(value))
        return `${name} ${attribute}=${value}`;
      if (attribute === "style" && /url\s*\(|expression|behavior|-moz-binding/i.test(value))
        return `${name} ${attribute}=${value}`;
    }
    const isWritten = element.matches("[class*=_prose_] *, [contenteditable=true] *");
    return isWritten && element.matches("[id], [name], form, input, script, style, svg *[href]")
      ? `${name} in a body`
      : undefined;
  };
  const judge = (element: Element) => {
    const found = asks(element);
    if (found !== undefined) tell(`on the page: ${found}`);
  };
  const look = (node: Node) => {
    if (!(node instanceof Element)) return;
    for (const element of [node, ...node.querySelectorAll("*")]) judge(element);
  };
  new MutationObserver((changes) => {
    if (document.readyState === "loading") return;
    for (const { type, target, attributeName, addedNodes } of changes) {
      // Its content was checked when it was added; content that becomes editable is text from then on.
      if (type === "attributes" && attributeName === "contenteditable") look(target);
      else if (type === "attributes") judge(target as Element);
      for (const node of addedNodes) look(node);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
}
