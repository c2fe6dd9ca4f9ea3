/** Every refusal with its HTTP status and text (spec/wire-contract.md §9). */
export const refusals = {
  "invalid-fields": { status: 400, message: "유효성 검사를 통과하지 못했습니다." },
  malformed: { status: 400, message: "요청 형식이 올바르지 않습니다." },
  "bad-idempotency-key": { status: 400, message: "요청 키가 올바르지 않습니다." },
  "nothing-to-change": { status: 400, message: "프로필 수정할 부분에 값을 입력해 주세요." },
  "unknown-topic": { status: 400, message: "주제가 올바른 형식이 아닙니다." },
  "not-a-manager": { status: 400, message: "팀의 매니저가 옳지 않습니다." },
  "caller-not-in-team": { status: 400, message: "팀의 멤버가 아닙니다." },
  "target-not-in-team": { status: 400, message: "팀의 멤버가 아닙니다." },
  "already-manager": { status: 400, message: "이미 팀장 입니다." },
  "target-not-manager": { status: 400, message: "팀의 방장이 아닙니다." },
  "too-many-managers": { status: 400, message: "방장은 최대 3명까지만 지정할 수 있습니다." },
  "manager-cannot-leave": { status: 400, message: "방장은 팀을 나갈 수 없습니다." },
  "target-is-self": { status: 400, message: "자기 자신에게는 할 수 없습니다." },
  "too-many-invitations": { status: 400, message: "초대 링크는 5개까지 만들 수 있습니다." },
  "limit-below-count": { status: 400, message: "인원 제한이 현재 팀원 수보다 작습니다." },
  "team-full": { status: 400, message: "현재 팀의 최대 인원을 넘었습니다." },
  "wrong-entry-password": { status: 400, message: "팀 비밀번호가 옳지 않습니다." },
  "already-joined": { status: 400, message: "이미 팀에 가입했습니다." },
  "subject-exists": { status: 400, message: "이미 주제를 작성했습니다." },
  "unknown-category": { status: 400, message: "해당 게시물 카테고리가 존재하지 않습니다." },
  "impossible-date": { status: 400, message: "날짜 및 날짜 형식이 올바르지 않습니다." },
  "recruitment-exists": { status: 400, message: "이미 작성된 모집글이 존재합니다." },
  "recruitment-has-team": { status: 400, message: "이미 팀이 있는 모집글입니다." },
  "not-the-recruitments-team": { status: 400, message: "모집글의 팀이 아닙니다." },
  "not-an-applicant": { status: 400, message: "모집글의 신청자가 아닙니다." },
  "too-many-drafts": { status: 400, message: "초안은 200개까지 저장할 수 있습니다." },
  "not-recruiting": { status: 400, message: "현재 모집 중이지 않습니다." },
  "already-applied": { status: 400, message: "이미 신청한 모집글입니다." },
  "own-recruitment": { status: 400, message: "본인의 모집글에는 신청할 수 없습니다." },
  "own-article": { status: 400, message: "본인의 게시글은 확인할 수 없습니다." },
  "anchor-not-found": { status: 400, message: "의견을 달 위치를 찾을 수 없습니다." },
  "too-many-comments": { status: 400, message: "의견은 게시글마다 200개까지 남길 수 있습니다." },
  "day-off": { status: 400, message: "글을 쓰기로 한 날이 아닙니다." },
  "no-rests-left": { status: 400, message: "이번 달에 쓸 수 있는 쉬는 날이 없습니다." },
  "day-over": { status: 400, message: "이미 끝난 날입니다." },
  "own-excuse": { status: 400, message: "본인의 출석은 인정할 수 없습니다." },
  "queue-full": { status: 400, message: "대기열에는 60개까지 넣을 수 있습니다." },
  "not-a-discord-address": { status: 400, message: "Discord 웹훅 주소가 아닙니다." },
  "mail-unavailable": { status: 400, message: "메일 알림을 사용할 수 없습니다." },
  "mail-not-confirmed": { status: 400, message: "확인된 메일 주소가 없습니다." },
  "bad-mail-token": { status: 400, message: "만료되었거나 사용할 수 없는 링크입니다." },
  "undecodable-picture": { status: 400, message: "이미지 파일 업로드 에러발생." },
  "push-unavailable": { status: 400, message: "푸시 알림을 사용할 수 없습니다." },
  "bad-push-endpoint": { status: 400, message: "지원하지 않는 푸시 서비스입니다." },
  unauthenticated: { status: 401, message: "인증 되지 않은 사용자 입니다." },
  "bad-token": { status: 401, message: "잘못된 Token 입니다." },
  "expired-token": { status: 401, code: 101, message: "토큰이 만료되었습니다." },
  "profile-missing": { status: 401, code: 100, message: "회원가입이 마무리되지 않았습니다." },
  "author-not-in-team": { status: 403, message: "팀에 멤버가 존재하지않습니다." },
  "not-the-author": { status: 403, message: "게시물의 작성자가 아닙니다." },
  "article-veiled": { status: 403, message: "아직 열리지 않은 게시글입니다." },
  "not-the-commenter": { status: 403, message: "의견 작성자가 아닙니다." },
  "not-the-recruiter": { status: 403, message: "팀 모집글 작성자가 아닙니다." },
  "application-not-editable": { status: 403, message: "팀 지원글을 수정할 권한이 없습니다." },
  "application-not-deletable": { status: 403, message: "팀 지원글을 삭제할 권한이 없습니다." },
  "kicked-from-team": { status: 403, message: "내보내진 팀에는 초대 링크로 가입할 수 없습니다." },
  "unknown-route": { status: 404, message: "존재하지 않는 경로입니다." },
  "member-not-found": { status: 404, message: "존재하지 않는 유저입니다. 유저를 찾을 수 없습니다." },
  "team-not-found": { status: 404, message: "팀이 존재하지 않습니다." },
  "article-not-found": { status: 404, message: "존재 하지 않는 게시글 입니다." },
  "comment-not-found": { status: 404, message: "의견이 존재하지 않습니다." },
  "recruitment-not-found": { status: 404, message: "팀 모집글이 존재하지 않습니다." },
  "application-not-found": { status: 404, message: "팀 지원글이 존재하지 않습니다." },
  "entry-not-found": { status: 404, message: "대기열에 없는 문제입니다." },
  "draft-not-found": { status: 404, message: "존재하지 않는 초안입니다." },
  "invitation-not-found": { status: 404, message: "존재하지 않는 초대입니다." },
  "notification-not-found": { status: 404, message: "알림이 존재하지 않습니다." },
  "push-subscription-not-found": { status: 404, message: "등록된 기기가 존재하지 않습니다." },
  "wrong-method": { status: 405, message: "지원하지 않는 요청 방식입니다." },
  "request-timeout": {
    status: 408,
    message: "요청을 받는 시간이 초과되었습니다. 잠시 후 다시 시도해 주세요.",
  },
  "key-reused": { status: 409, message: "같은 요청 키가 다른 내용으로 사용되었습니다." },
  "invitation-revoked": { status: 410, message: "더 이상 사용할 수 없는 초대입니다." },
  "invitation-expired": { status: 410, message: "기간이 지난 초대입니다." },
  "invitation-used-up": { status: 410, message: "정해진 인원이 모두 가입한 초대입니다." },
  "stale-revision": { status: 412, message: "다른 곳에서 먼저 수정되었습니다." },
  "picture-too-large": { status: 413, message: "10MB 용량을 초과했습니다" },
  "request-too-large": { status: 413, message: "요청 크기가 너무 큽니다." },
  "wrong-content-type": { status: 415, message: "지원하지 않는 요청 형식입니다." },
  "too-many-guesses": {
    status: 429,
    message: "비밀번호 입력 횟수를 초과했습니다. 잠시 후 다시 시도해 주세요.",
  },
  "too-many-requests": { status: 429, message: "요청이 너무 많습니다. 잠시 후 다시 시도해 주세요." },
  fault: { status: 500, message: "서버에 문제가 발생했습니다. 잠시 후 다시 시도해 주세요." },
  preparing: { status: 503, message: "데이터를 준비하고 있어요. 잠시 뒤에 다시 시도해 주세요." },
  overload: { status: 503, message: "일시적으로 요청을 처리할 수 없습니다. 잠시 후 다시 시도해 주세요." },
} as const satisfies Record<string, { status: number; code?: number; message: string }>;

export type RefusalCode = keyof typeof refusals;

interface RefusalDetail {
  /** `data` of the envelope: invalid fields, the current state (412) or the request id (500). */
  readonly data?: unknown;
  /** Seconds for `Retry-After`. */
  readonly retryAfter?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

/** A command or query that the rules do not allow. The response is the error envelope. */
export class Refused extends Error {
  readonly code: RefusalCode;
  readonly detail: RefusalDetail;
  constructor(code: RefusalCode, detail: RefusalDetail = {}) {
    super(refusals[code].message);
    this.name = "Refused";
    this.code = code;
    this.detail = detail;
  }
}

/** Field validation failed; `fields` contains every invalid field with its text. */
export const invalidFields = (fields: Record<string, string>) =>
  new Refused("invalid-fields", { data: fields });

export interface Envelope<T = unknown> {
  readonly status: "success" | "error" | "fail";
  readonly code: number;
  readonly message: string | null;
  readonly data: T;
}

/** The error envelope of a refusal (spec/wire-contract.md §1.3). */
export function envelopeOf(refused: Refused): Envelope {
  const refusal: { status: number; code?: number; message: string } = refusals[refused.code];
  return {
    status: refused.code === "invalid-fields" ? "fail" : "error",
    code: refusal.code ?? refusal.status,
    message: refusal.message,
    data: refused.detail.data ?? null,
  };
}
