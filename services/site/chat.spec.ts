import { expect, it } from "vitest";
import { readConfig } from "#services/platform/config";
import { chatScript } from "./chat.ts";

const chat = (settings: Record<string, string>) => {
  const { chatWidgetUrl: url, chatWidgetKey: key } = readConfig(settings, []);
  return { url, key };
};

it("loads nothing unless it is configured, a key alone not counting", () => {
  expect(chatScript(chat({}))).toEqual([]);
  expect(chatScript(chat({ CHAT_WIDGET_KEY: "abc" }))).toEqual([]);
});

it("loads the script of the settings, with its key, whatever signs they hold", () => {
  const settings = {
    CHAT_WIDGET_URL: `https://chat.example/w.js?a=1&copy=2"><b>`,
    CHAT_WIDGET_KEY: "ab-12_c.d",
  };
  expect(chatScript(chat(settings))).toEqual([
    `<script async src="https://chat.example/w.js?a=1&amp;copy=2%22%3E%3Cb%3E" data-key="ab-12_c.d"></script>`,
  ]);
});

it("takes no key that could leave its attribute", () => {
  expect(() => chat({ CHAT_WIDGET_URL: "https://chat.example/", CHAT_WIDGET_KEY: `a" onload="b` })).toThrow(
    "CHAT_WIDGET_KEY",
  );
});
