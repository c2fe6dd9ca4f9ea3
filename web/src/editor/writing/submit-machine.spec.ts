import { describe, expect, it, vi } from "vitest";
import { createActor, waitFor } from "xstate";
import { ApiError } from "../../lib/calls/api-error.ts";
import { type Draft, type Stored, type SubmitPort, submitMachine } from "./submit-machine.ts";

const draft: Draft = { title: "제목", category: null, html: "<p>글</p>", picture: undefined };
const stored: Stored = {
  title: "먼저 고친 제목",
  category: null,
  html: "<p>먼저</p>",
  imageUrl: null,
  revision: 4,
};
const conflict = new ApiError({ status: 412, message: "다른 곳에서 먼저 수정되었습니다." });
const silence = new ApiError({});
const refused = new ApiError({ status: 403, message: "게시물의 작성자가 아닙니다." });

function start(over: Partial<SubmitPort> = {}, revision: number | null = 3) {
  const port = {
    fault: vi.fn(() => undefined),
    tell: vi.fn(),
    gather: vi.fn(async () => draft),
    send: vi.fn(async () => {}),
    storedOf: vi.fn(() => stored),
    takeStored: vi.fn(),
    onSaved: vi.fn(),
    onFailed: vi.fn(),
    ...over,
  } satisfies SubmitPort;
  const actor = createActor(submitMachine, { input: { port, revision } }).start();
  const reach = (state: "editing" | "compressing" | "sending" | "conflict" | "saved") =>
    waitFor(actor, (snapshot) => snapshot.matches(state));
  return { actor, port, reach };
}

const sent = (send: unknown, index: number) =>
  (send as ReturnType<typeof vi.fn>).mock.calls[index]?.[0] as { revision: number; idempotencyKey: string };

describe("saving a post", () => {
  it("gathers, sends with the revision, and tells", async () => {
    const { actor, port, reach } = start();
    actor.send({ type: "SUBMIT" });
    await reach("saved");
    expect(port.send).toHaveBeenCalledWith({ draft, revision: 3, idempotencyKey: expect.any(String) });
    expect(port.onSaved).toHaveBeenCalledTimes(1);
  });

  it("tells what is missing and sends nothing", () => {
    const { actor, port } = start({ fault: () => "제목을 작성해주세요" });
    actor.send({ type: "SUBMIT" });
    expect(port.tell).toHaveBeenCalledWith("제목을 작성해주세요");
    expect(actor.getSnapshot().value).toBe("editing");
    expect(port.gather).not.toHaveBeenCalled();
  });

  it("sends one call for two quick presses", async () => {
    const { actor, port, reach } = start();
    actor.send({ type: "SUBMIT" });
    actor.send({ type: "SUBMIT" });
    await reach("sending");
    actor.send({ type: "SUBMIT" });
    await reach("saved");
    expect(port.send).toHaveBeenCalledTimes(1);
  });

  it("returns to the form when the picture fails, without a call", async () => {
    const { actor, port, reach } = start({ gather: () => Promise.reject(new Error("picture")) });
    actor.send({ type: "SUBMIT" });
    await reach("editing");
    expect(port.send).not.toHaveBeenCalled();
    expect(port.onFailed).not.toHaveBeenCalled();
  });

  it("returns to the form on a refusal and uses a new key for the next press", async () => {
    const send = vi.fn().mockRejectedValueOnce(refused).mockResolvedValue(undefined);
    const { actor, port, reach } = start({ send });
    actor.send({ type: "SUBMIT" });
    await reach("editing");
    expect(port.onFailed).toHaveBeenCalledWith(refused);
    actor.send({ type: "SUBMIT" });
    await reach("saved");
    expect(sent(send, 1).idempotencyKey).not.toBe(sent(send, 0).idempotencyKey);
  });

  it("keeps the key when no answer came and the same is sent again", async () => {
    const send = vi.fn().mockRejectedValueOnce(silence).mockResolvedValue(undefined);
    const { actor, reach } = start({ send });
    actor.send({ type: "SUBMIT" });
    await reach("editing");
    actor.send({ type: "SUBMIT" });
    await reach("saved");
    expect(sent(send, 1).idempotencyKey).toBe(sent(send, 0).idempotencyKey);
  });

  it("takes a new key when the content has changed since no answer came", async () => {
    const send = vi.fn().mockRejectedValueOnce(silence).mockResolvedValue(undefined);
    const gather = vi
      .fn()
      .mockResolvedValueOnce(draft)
      .mockResolvedValue({ ...draft, title: "다른 제목" });
    const { actor, reach } = start({ send, gather });
    actor.send({ type: "SUBMIT" });
    await reach("editing");
    actor.send({ type: "SUBMIT" });
    await reach("saved");
    expect(sent(send, 1).idempotencyKey).not.toBe(sent(send, 0).idempotencyKey);
  });
});

describe("a conflict", () => {
  const first = () => vi.fn().mockRejectedValueOnce(conflict).mockResolvedValue(undefined);

  it("sends mine again with the stored revision and a new key", async () => {
    const send = first();
    const { actor, reach } = start({ send });
    actor.send({ type: "SUBMIT" });
    expect((await reach("conflict")).context.stored).toEqual(stored);
    actor.send({ type: "KEEP_MINE" });
    await reach("saved");
    expect(sent(send, 1).revision).toBe(4);
    expect(sent(send, 1).idempotencyKey).not.toBe(sent(send, 0).idempotencyKey);
  });

  it("takes the stored text into the form, whose next saving builds on it", async () => {
    const send = first();
    const { actor, port, reach } = start({ send });
    actor.send({ type: "SUBMIT" });
    await reach("conflict");
    actor.send({ type: "USE_STORED" });
    expect(port.takeStored).toHaveBeenCalledWith(stored);
    actor.send({ type: "SUBMIT" });
    await reach("saved");
    expect(sent(send, 1).revision).toBe(4);
  });

  it("goes back to the form on escape with nothing taken over", async () => {
    const send = first();
    const { actor, port, reach } = start({ send });
    actor.send({ type: "SUBMIT" });
    await reach("conflict");
    actor.send({ type: "BACK" });
    expect(actor.getSnapshot().value).toBe("editing");
    expect(port.takeStored).not.toHaveBeenCalled();
    actor.send({ type: "SUBMIT" });
    await reach("saved");
    expect(sent(send, 1).revision).toBe(3);
  });

  it("is met again when the text changed once more", async () => {
    const send = vi
      .fn()
      .mockRejectedValueOnce(conflict)
      .mockRejectedValueOnce(conflict)
      .mockResolvedValue(undefined);
    const { actor, reach } = start({ send });
    actor.send({ type: "SUBMIT" });
    await reach("conflict");
    actor.send({ type: "KEEP_MINE" });
    await reach("sending");
    await reach("conflict");
  });
});
