// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { withoutThirdParties } from "./third-parties.ts";

const loaded = () => {
  const request = new Request(`${window.location.origin}/invite/token`);
  return withoutThirdParties({ request } as Parameters<typeof withoutThirdParties>[0]);
};
const addScript = (source: string) => {
  const script = document.createElement("script");
  script.setAttribute("src", source);
  document.head.append(script);
};
afterEach(() => document.head.replaceChildren());

it("loads the page of a token anew if a script of another site is in the document", () => {
  addScript("/assets/main.js");
  expect(loaded()).toBeNull();
  addScript("https://chat.example/widget.js");
  const { status, headers } = loaded() as Response;
  expect(status).toBe(302);
  expect(headers.get("location")).toBe(`${window.location.origin}/invite/token`);
  expect(headers.get("x-remix-reload-document")).toBe("true");
});
