export const joinFailed = "팀 가입 요청에 실패했습니다.";
