import { describe, expect, it } from "vitest";
import { ApiError } from "./api-error.ts";
import { retryExcept, retryOnNoAnswer } from "./query-client.ts";

const silence = new ApiError({});
const status = (status: number, code = status) => new ApiError({ status, code });

describe("retries of reads", () => {
  it("happen up to three times without a response and on 5xx, never on 4xx", () => {
    expect([0, 2, 3].map((failures) => retryOnNoAnswer(failures, silence))).toEqual([true, true, false]);
    expect([500, 503, 404, 401, 400].map((one) => retryOnNoAnswer(0, status(one)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("exclude only the named codes of 401 for some endpoints", () => {
    const retry = retryExcept(100, 101);
    expect(
      [status(401, 100), status(401, 101), status(401), status(404), silence].map((e) => retry(0, e)),
    ).toEqual([false, false, true, true, true]);
    expect(retry(3, silence)).toBe(false);
  });
});
