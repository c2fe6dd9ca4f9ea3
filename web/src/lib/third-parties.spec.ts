// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { chatScript } from "#services/site/head";
import { withoutThirdParties } from "./third-parties.ts";

const loaded = () => {
  const request = new Request(`${window.location.origin}/invite/token`);
  return withoutThirdParties({ request } as Parameters<typeof withoutThirdParties>[0]);
};
afterEach(() => document.head.replaceChildren());

it("loads the page of a token anew if the chat's script is in the document", () => {
  document.head.innerHTML = chatScript({ url: new URL("https://chat.example/w.js"), key: undefined }).join();
  const { status, headers } = loaded() as Response;
  expect(status).toBe(302);
  expect(headers.get("location")).toBe(`${window.location.origin}/invite/token`);
  expect(headers.get("x-remix-reload-document")).toBe("true");
});

it("does not load it anew for scripts of the browser's extensions, which it would contain again", () => {
  document.head.innerHTML =
    '<script src="/assets/main.js"></script><script src="chrome-extension://a/b.js"></script>';
  expect(loaded()).toBeNull();
});
