import { useEffect, useState } from "react";
import styles from "./hidden-text.module.css";

interface Announced {
  readonly number: number;
  readonly text: string;
}

/** Several texts may come at once; older ones have been spoken. */
const kept = 3;

let add: ((text: string) => void) | undefined;

/** Lets screen readers speak a text, politely. */
export const announce = (text: string): void => add?.(text);

/**
 * The live region of the page; rendered once and before anything is announced, because a region that appears together
 * with its text is not spoken. `aria-live` keeps dialogs from hiding it.
 */
export function Announcer() {
  const [texts, setTexts] = useState<readonly Announced[]>([]);
  useEffect(() => {
    add = (text) =>
      setTexts((texts) => [...texts, { number: (texts.at(-1)?.number ?? 0) + 1, text }].slice(-kept));
    return () => {
      add = undefined;
    };
  }, []);
  return (
    <div className={styles.hidden} role="status" aria-live="polite" aria-atomic="false">
      {texts.map(({ number, text }) => (
        <p key={number}>{text}</p>
      ))}
    </div>
  );
}

/** Announces a text when it appears or changes, such as new items, which others see highlighted. */
export function useAnnounced(text: string | false | null | undefined): void {
  useEffect(() => {
    if (text) announce(text);
  }, [text]);
}

/** `글 2개`, `글 없음`; undefined while the number is unknown. */
export function countOf(what: string, count: number | undefined): string | undefined {
  if (count === undefined) return undefined;
  return count === 0 ? `${what} 없음` : `${what} ${count}개`;
}

/** A choice with its page, which counts from zero, if that is not the first. */
export const withPage = (choice: string, page: number): string =>
  page === 0 ? choice : `${choice} ${page + 1}쪽`;

/**
 * Announces what a choice has led to, once: `result` is undefined until it is known, and later changes of it are not
 * the answer to the choice.
 */
export function useResult(choice: string, result: string | undefined): void {
  const isKnown = result !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later change of the result is not the answer to the choice
  useEffect(() => {
    if (isKnown) announce(`${choice}, ${result}`);
  }, [choice, isKnown]);
}
