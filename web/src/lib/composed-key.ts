interface Press {
  isReleased: boolean;
  /** Whether it was repeated after the composition. */
  isRepeated: boolean;
}

const presses = new WeakMap<EventTarget, Press>();

/**
 * Whether a key belongs to an input method. Enter also ends the composition, and is then repeated once, so that one press
 * is enough; some input methods report it again by themselves.
 */
export function isComposed(event: KeyboardEvent): boolean {
  const field = event.target;
  const known = field && presses.get(field);
  if (!event.isComposing) {
    if (!known || !event.isTrusted) return false;
    if (!known.isRepeated) presses.delete(field);
    return known.isRepeated && event.key === "Enter";
  }
  if (!field || known || event.key !== "Enter") return true;
  const press: Press = { isReleased: false, isRepeated: false };
  presses.set(field, press);
  const { key, ctrlKey, metaKey, shiftKey } = event;
  const release = () => {
    press.isReleased = true;
    if (press.isRepeated) presses.delete(field);
  };
  const repeat = () => {
    if (presses.get(field) !== press) return;
    press.isRepeated = true;
    if (press.isReleased) presses.delete(field);
    const init = { key, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent("keydown", init));
  };
  field.addEventListener("keyup", release, { once: true });
  // The field first takes the syllable.
  field.addEventListener("compositionend", () => setTimeout(repeat), { once: true });
  return true;
}
