// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ImageInput } from "./image-input.tsx";

vi.mock("#web/lib/picture.ts", async (original) => ({
  ...(await original<typeof import("#web/lib/picture.ts")>()),
  compressPicture: async () => new Blob(["compressed"], { type: "image/jpeg" }),
}));

beforeEach(() => {
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
});
afterEach(cleanup);

const onChange = vi.fn();
const choose = (name: string, type: string, size = 3) => {
  const file = new File(["abc"], name, { type });
  Object.defineProperty(file, "size", { value: size });
  fireEvent.change(screen.getByLabelText("이미지 업로드"), { target: { files: [file] } });
};
const withoutIt = () => screen.queryByRole("button", { name: "이 파일 빼기" });

it("explains why a file is rejected and lets it be cleared; the previously chosen one stays valid", async () => {
  render(<ImageInput onChange={onChange} />);
  choose("face.png", "image/png");
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(expect.any(Blob), true));
  const [picture] = onChange.mock.lastCall ?? [];
  choose("notes.pdf", "application/pdf");
  await screen.findByText("JPG, PNG 이미지만 올릴 수 있어요");
  expect(onChange).toHaveBeenLastCalledWith(picture, false);
  fireEvent.click(screen.getByRole("button", { name: "이 파일 빼기" }));
  expect(onChange).toHaveBeenLastCalledWith(picture, true);
  expect(withoutIt()).toBeNull();
  expect(screen.queryByText("JPG, PNG 이미지만 올릴 수 있어요")).toBeNull();
});
