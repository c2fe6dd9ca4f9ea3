import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { limits } from "#contracts/limits";
import { recognisedProblem, typedNumber } from "#contracts/problem-addresses";
import {
  isProblemNumber,
  isProvider,
  isSameProblem,
  type Problem,
  type ProblemReference,
  type Provider,
  problemLabel,
  providerFacts,
  providers,
} from "#contracts/problems";
import type { FieldProps, FurtherField } from "#web/editor/writing/further-fields.ts";
import { isComposed } from "#web/lib/composed-key.ts";
import { isMobile } from "#web/lib/mobile.ts";
import { isRecord } from "#web/lib/navigation-state.ts";
import { Button } from "#web/ui/button.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { inputClass, limited } from "#web/ui/input.tsx";
import { Row } from "#web/ui/layout.tsx";
import { Select } from "#web/ui/select.tsx";
import { ProblemChips } from "./problem-chips.tsx";
import styles from "./problems-field.module.css";

/** Parses the multipart field `problems` (contracts/problem-fields.ts); an older draft may contain anything. */
export function problemsOf(part: string | undefined): readonly Problem[] {
  try {
    const list: unknown = JSON.parse(part || "[]");
    return Array.isArray(list) ? list.filter(isProblem) : [];
  } catch {
    return [];
  }
}

const isProblem = (value: unknown): value is Problem =>
  isRecord(value) && isProvider(value.provider) && typeof value.number === "string";

const numberError = "문제 번호가 올바르지 않습니다.";

/** What the field asks for after an address without a number. */
export const askedNumber = (provider: Provider): string =>
  provider === "leetcode"
    ? "LeetCode 문제 이름을 적어 주세요. 예: two-sum"
    : `${providerFacts[provider].label} 문제 번호를 적어 주세요.`;

/** Converts a typed number or a pasted address to a problem without a number if that must be typed, or to an error. */
function problemTyped(
  text: string,
  chosen: Provider,
  url: string | null,
  allowsOwn: boolean,
): Problem | string {
  const pasted = recognisedProblem(text);
  if (pasted?.provider === "own" && !allowsOwn) return "아는 문제 사이트의 주소가 아니에요.";
  if (pasted) return pasted;
  const number = typedNumber(chosen, text);
  if (!isProblemNumber(chosen, number)) return numberError;
  return { provider: chosen, number, title: "", url: chosen === "swea" ? url : null };
}

interface ProblemsFieldProps extends FieldProps {
  /** Whether own problems and names are allowed, as for problems of the day. */
  readonly ofDay?: boolean;
}

/** `문제 링크 (선택)`: up to three references, as an address or a number (spec/daily-use.md §7.6). */
export function ProblemsField({ value, busy, onText, ofDay = false }: ProblemsFieldProps) {
  const id = useId();
  const problems = problemsOf(value);
  const [provider, setProvider] = useState<Provider>("programmers");
  const [typed, setTyped] = useState("");
  const [name, setName] = useState("");
  const [address, setAddress] = useState<string | null>(null);
  /** Typed beside an address that has none; undefined while it is not asked for. */
  const [number, setNumber] = useState<string>();
  const [error, setError] = useState("");
  const isFull = problems.length >= limits.problems;
  const input = useRef<HTMLInputElement>(null);
  const numberInput = useRef<HTMLInputElement>(null);
  const set = (next: readonly Problem[]) => onText(JSON.stringify(next));
  const isAsking = number !== undefined;
  const full = isFull ? `문제는 ${limits.problems}개까지 적을 수 있습니다.` : "";
  const note = error || (isAsking ? askedNumber(provider) : full);
  useEffect(() => {
    if (isAsking) numberInput.current?.focus();
  }, [isAsking]);

  const add = () => {
    const problem = problemTyped(number ?? typed, provider, address, ofDay);
    if (typeof problem === "string") {
      setError(problem);
      (numberInput.current ?? input.current)?.focus();
      return;
    }
    if (problem.number === "" && problem.provider !== "own") {
      setAddress(problem.url);
      setProvider(problem.provider);
      setNumber("");
      setError("");
      return;
    }
    const isThere = problem.provider !== "own" && problems.some((one) => isSameProblem(one, problem));
    if (!isThere) set([...problems, { ...problem, title: name.trim() }]);
    setTyped("");
    setName("");
    setAddress(null);
    setNumber(undefined);
    setError("");
    if (isAsking) input.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || isComposed(event.nativeEvent)) return;
    event.preventDefault();
    add();
  };
  const [isFolded, setFolded] = useState(isMobile);
  const offered = providers.filter((one) => ofDay || one !== "own");

  // Narrow screens keep their first half for the text.
  if (isFolded && problems.length === 0)
    return (
      <button type="button" className={styles.unfold} aria-expanded={false} onClick={() => setFolded(false)}>
        <Icon name="plus" size="small" />
        문제 링크 (선택)
      </button>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset cannot be laid out in rows
    <div className={styles.field} role="group" aria-labelledby={id}>
      <span id={id} className={styles.label}>
        문제 링크 (선택)
      </span>
      <div className={styles.row}>
        <Select
          aria-label="문제 사이트"
          value={provider}
          choices={offered.map((one) => ({ value: one, label: providerFacts[one].label }))}
          onPick={setProvider}
        />
        <input
          ref={input}
          className={inputClass}
          aria-label="문제 주소나 번호"
          aria-describedby={note ? `${id}-note` : undefined}
          aria-invalid={(error !== "" && !isAsking) || undefined}
          placeholder="주소를 붙여 넣거나 번호를 적어 주세요"
          value={typed}
          readOnly={busy}
          onChange={({ target }) => {
            setTyped(target.value);
            setNumber(undefined);
            setError("");
          }}
          onKeyDown={addOnEnter}
        />
        {isAsking && (
          <input
            ref={numberInput}
            className={inputClass}
            aria-label="주소의 문제 번호"
            aria-describedby={`${id}-note`}
            aria-invalid={error !== "" || undefined}
            value={number}
            readOnly={busy}
            onChange={({ target }) => {
              setNumber(target.value);
              setError("");
            }}
            onKeyDown={addOnEnter}
          />
        )}
        {ofDay && (
          <input
            className={inputClass}
            aria-label="문제 이름 (선택)"
            placeholder="문제 이름 (선택)"
            value={name}
            readOnly={busy}
            {...limited(limits.problemTitle, setName)}
            onKeyDown={addOnEnter}
          />
        )}
        <Button look="neutral" aria-disabled={busy || isFull} onClick={add}>
          추가
        </Button>
      </div>
      {note && (
        <Hint id={`${id}-note`} {...(error && { tone: "error" })}>
          {note}
        </Hint>
      )}
      {problems.length > 0 && (
        <Row as="ul" gap={6} wrap aria-label="문제 링크">
          {problems.map((problem, index) => (
            <li key={`${index} ${problemLabel(problem)}`} className={styles.chip}>
              <span className={styles.of}>{problemLabel(problem)}</span>
              {problem.title && <span className={styles.name}>{problem.title}</span>}
              <button
                type="button"
                className={styles.remove}
                aria-label={`${problemLabel(problem)} 빼기`}
                disabled={busy}
                onClick={() => set(problems.filter((_, at) => at !== index))}
              >
                <Icon name="x" size="small" />
              </button>
            </li>
          ))}
        </Row>
      )}
    </div>
  );
}

/** The references of an article as a field of its form. */
export const problemsField = {
  place: "above",
  Input: ProblemsField,
  shown: (part) => (
    <p>
      <ProblemChips problems={problemsOf(part)} asText />
    </p>
  ),
  // An absent list, of an older navigation state, keeps the stored one.
  of: ({ problems }) => (problems ? JSON.stringify(problems) : undefined),
} satisfies FurtherField & {
  of: (post: { readonly problems?: readonly ProblemReference[] | null | undefined }) => string | undefined;
};

/** Those of a problem of the day. */
export const problemsFieldOfDay = {
  ...problemsField,
  Input: (field: FieldProps) => <ProblemsField {...field} ofDay />,
};
