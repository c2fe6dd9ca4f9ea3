/** A member who can sign in at the development provider. */
export interface DevPerson {
  /** Identifies the member in `login_hint`; the same handle is always the same account. */
  readonly handle: string;
  readonly nickname: string;
  readonly introduction: string;
}

/** The predefined members of the development provider and the demo. */
export const devPeople: readonly DevPerson[] = [
  { handle: "dotori", nickname: "도토리", introduction: "그래프 탐색을 매일 한 문제씩 풀고 있어요" },
  { handle: "bamtol", nickname: "밤톨", introduction: "출근 전 한 시간, 코딩테스트를 준비해요" },
  { handle: "hodu", nickname: "호두", introduction: "다이나믹 프로그래밍과 친해지는 중이에요" },
  { handle: "solbangul", nickname: "솔방울", introduction: "파이썬으로 시작해서 지금은 코틀린을 써요" },
  { handle: "joyakdol", nickname: "조약돌", introduction: "틀린 문제를 다시 푸는 걸 좋아해요" },
  { handle: "eunhaeng", nickname: "은행잎", introduction: "비전공자의 첫 알고리즘 스터디예요" },
];

const longest = 40;
const controls = /\p{Cc}/u;

/** Normalises a typed handle; undefined if it is invalid. */
export function handleOf(typed: unknown): string | undefined {
  if (typeof typed !== "string") return undefined;
  const handle = typed.toWellFormed().normalize("NFC").trim();
  return handle === "" || handle.length > longest || controls.test(handle) ? undefined : handle;
}
