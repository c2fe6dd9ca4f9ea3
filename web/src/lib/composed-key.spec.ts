// @vitest-environment jsdom
import { beforeEach, describe, expect, it, type Mock, vi } from "vitest";
import { isComposed } from "./composed-key.ts";

let field: HTMLInputElement;
let act: Mock<(ctrl: boolean) => void>;
beforeEach(() => {
  vi.useFakeTimers();
  field = document.createElement("input");
  act = vi.fn();
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !isComposed(event)) act(event.ctrlKey);
  });
  return () => vi.useRealTimers();
});
const down = (isComposing: boolean, ctrlKey = false) =>
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing, ctrlKey }));
/** As the browser reports it: jsdom marks no event as trusted. */
const trustedDown = () => {
  const event = new KeyboardEvent("keydown", { key: "Enter" });
  Object.defineProperty(event, "target", { value: field });
  const trusted = new Proxy(event, {
    get: (on, name) => (name === "isTrusted" ? true : Reflect.get(on, name)),
  });
  if (!isComposed(trusted)) act(false);
};
const up = () => field.dispatchEvent(new KeyboardEvent("keyup", { key: "Enter" }));
const end = () => {
  field.dispatchEvent(new CompositionEvent("compositionend"));
};

describe("Enter", () => {
  it("acts immediately outside of a composition", () => {
    down(false);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it.each([false, true])("acts once after the composition that it ends, with Ctrl: %s", (ctrl) => {
    down(true, ctrl);
    expect(act).not.toHaveBeenCalled();
    end();
    vi.runAllTimers();
    up();
    expect(act).toHaveBeenCalledExactlyOnceWith(ctrl);
  });

  it.each([
    ["before it is repeated", [trustedDown, () => vi.runAllTimers()]],
    ["after it is repeated", [() => vi.runAllTimers(), trustedDown]],
  ])("acts once if the input method reports it again %s", (_, steps) => {
    down(true);
    end();
    for (const step of steps) step();
    up();
    expect(act).toHaveBeenCalledTimes(1);
    trustedDown();
    expect(act).toHaveBeenCalledTimes(2);
  });

  it("acts again after it was released during the composition", () => {
    down(true);
    up();
    end();
    vi.runAllTimers();
    trustedDown();
    expect(act).toHaveBeenCalledTimes(2);
  });
});
