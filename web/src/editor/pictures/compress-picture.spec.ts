import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** A worker whose script loads only while there is a connection. */
class PretendWorker extends EventTarget {
  static started = 0;
  static isOnline = true;
  #works = PretendWorker.isOnline;

  constructor() {
    super();
    PretendWorker.started += 1;
    if (!this.#works) queueMicrotask(() => this.dispatchEvent(new Event("error")));
  }
  postMessage() {
    const data = new Blob(["small"]);
    if (this.#works) queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data })));
  }
  terminate() {
    this.#works = false;
  }
}

const picture = new File(["large"], "그림.png", { type: "image/png" });
const fresh = () => import("./compress-picture.ts");

beforeEach(() => {
  vi.resetModules();
  Object.assign(PretendWorker, { started: 0, isOnline: true });
  vi.stubGlobal("Worker", PretendWorker);
});
afterEach(() => vi.unstubAllGlobals());

it("compresses offline after it was prepared online, repeatedly", async () => {
  const { compressPicture, prepareToCompress } = await fresh();
  prepareToCompress();
  PretendWorker.isOnline = false;
  expect((await compressPicture(picture)).name).toBe("그림.jpg");
  expect((await compressPicture(picture)).type).toBe("image/jpeg");
  expect(PretendWorker.started).toBe(1);
});

it("does not wait for a worker whose script never loaded", async () => {
  const { compressPicture, prepareToCompress } = await fresh();
  PretendWorker.isOnline = false;
  prepareToCompress();
  await Promise.resolve();
  PretendWorker.isOnline = true;
  expect((await compressPicture(picture)).name).toBe("그림.jpg");
});

it("fails offline if it was not prepared", async () => {
  const { compressPicture, PictureFailed } = await fresh();
  PretendWorker.isOnline = false;
  await expect(compressPicture(picture)).rejects.toBeInstanceOf(PictureFailed);
});

it("compresses in the page if there are no workers", async () => {
  vi.stubGlobal("Worker", undefined);
  vi.doMock("./to-jpeg.ts", () => ({ toJpeg: async () => new Blob(["small"]) }));
  const { compressPicture, prepareToCompress } = await fresh();
  prepareToCompress();
  expect((await compressPicture(picture)).name).toBe("그림.jpg");
  vi.doUnmock("./to-jpeg.ts");
});

it("compresses two at a time", async () => {
  const { compressPicture } = await fresh();
  expect(await Promise.all([compressPicture(picture), compressPicture(picture)])).toHaveLength(2);
});
