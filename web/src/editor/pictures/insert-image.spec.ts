// @vitest-environment jsdom

import { createEditor } from "lexical";
import { expect, it } from "vitest";
import { insertImage } from "./insert-image.ts";
import { pictures } from "./pictures.ts";

it("throws in an editor without picture nodes", () => {
  const nothing = () => {};
  const notices = { onSecondImage: nothing, onImageFailed: nothing };
  const file = new File(["x"], "a.png", { type: "image/png" });
  const insert = () =>
    insertImage(
      createEditor(),
      [file],
      "",
      pictures(async (one) => one),
      notices,
    );
  expect(insert).toThrow("에디터에 이미지 노드를 추가해야합니다.");
});
