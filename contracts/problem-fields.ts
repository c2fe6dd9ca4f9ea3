import { z } from "zod";
import { tooLong, wrongType } from "./endpoint.ts";
import { isLonger, limits, normalise } from "./limits.ts";
import {
  isProblemNumber,
  isProvider,
  isSameProblem,
  type Problem,
  type ProblemKey,
  problemUrl,
  providers,
} from "./problems.ts";
import { singleLine } from "./texts.ts";

/** A problem in a response; title and url are null in articles. */
export const problemView = z.object({
  provider: z.enum(providers),
  number: z.string(),
  title: z.string().nullable(),
  url: z.string().nullable(),
});

const problemKey = { provider: z.enum(providers), number: z.string() };
/** In events of articles and of problems (spec/daily-use.md §3). */
export const articleProblems = z.array(z.object(problemKey));
export const subjectProblems = z.array(
  z.object({ ...problemKey, title: z.string(), url: z.string().nullable() }),
);

/** More than three references can have, and fast to parse. */
const maxPart = 32_768;

const badNumber = "문제 번호가 올바르지 않습니다.";
const badUrl = "문제 주소가 올바르지 않습니다.";
const tooMany = `문제는 ${limits.problems}개까지 적을 수 있습니다.`;

/** An error in the field; `wrongType` makes the whole request malformed. */
class Wrong extends Error {}

function problemsIn(part: string): Record<string, unknown>[] {
  if (part.length > maxPart) throw new Wrong(wrongType);
  let list: unknown;
  try {
    list = JSON.parse(part);
  } catch {
    throw new Wrong(wrongType);
  }
  const isList = Array.isArray(list) && list.every((one) => typeof one === "object" && one !== null);
  if (!isList) throw new Wrong(wrongType);
  return list as Record<string, unknown>[];
}

function keyOf({ provider, number }: Record<string, unknown>): ProblemKey {
  if (!isProvider(provider) || typeof number !== "string") throw new Wrong(wrongType);
  if (!isProblemNumber(provider, number)) throw new Wrong(badNumber);
  return { provider, number };
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw new Wrong(wrongType);
  return value;
}

function subjectProblem(given: Record<string, unknown>): Problem {
  const key = keyOf(given);
  const title = singleLine(textOf(given.title) ?? "");
  const address = textOf(given.url);
  const url = address === null || address.trim() === "" ? null : problemUrl(normalise(address));
  if (url === undefined) throw new Wrong(badUrl);
  if (isLonger(title, limits.problemTitle)) throw new Wrong(tooLong);
  return { ...key, title, url };
}

function articleProblem(given: Record<string, unknown>): ProblemKey {
  const key = keyOf(given);
  if (key.provider === "own") throw new Wrong(wrongType);
  return key;
}

/** What `read` returns, or its first error as that of the field. */
function readOr<P>(context: z.core.$RefinementCtx, read: () => P[]): P[] {
  try {
    const problems = read();
    if (problems.length > limits.problems) throw new Wrong(tooMany);
    return problems;
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    context.addIssue({ code: "custom", message: error.message });
    return z.NEVER;
  }
}

/** An optional text field: absent stays undefined, `[]` means none. */
const problemsPart = <P extends ProblemKey>(read: (given: Record<string, unknown>) => P) =>
  z
    .string({ error: () => wrongType })
    .optional()
    .transform((part, context): P[] | undefined =>
      part === undefined ? undefined : readOr(context, () => problemsIn(part).map(read)),
    );

/** `problems` of a team's problem of the day. */
export const subjectProblemsPart = () => problemsPart(subjectProblem);

/** `problems` in a JSON body, as an array. */
export const subjectProblemList = () =>
  z
    .array(z.record(z.string(), z.unknown(), { error: wrongType }), { error: wrongType })
    .max(limits.problems, tooMany)
    .transform((given, context) => readOr(context, () => given.map(subjectProblem)));

/** `problems` of an article: without duplicates, title and url. */
export const articleProblemsPart = () =>
  problemsPart(articleProblem).transform((problems) =>
    problems?.filter((one, at) => problems.findIndex((other) => isSameProblem(one, other)) === at),
  );
