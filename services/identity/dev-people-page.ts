import type { DevPerson } from "./dev-people.ts";

/** The page of the development provider. Without script or inline style, so that the site's own policy permits it. */
export const peoplePage = (people: readonly DevPerson[]): string => `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>개발용 로그인 | 알고모임</title>
<link rel="stylesheet" href="/dev-provider/people.css">
</head>
<body>
<main class="card">
${mark}
<h1>누구로 시작할까요?</h1>
<p class="lead">개발용 로그인이에요.<br>카카오 계정 없이 한 사람을 골라 주세요.</p>
<form method="post">
<ul class="people">
${people.map(person).join("\n")}
</ul>
</form>
<form method="post" class="new">
<label for="handle">새로운 사람</label>
<div class="row">
<input id="handle" name="handle" maxlength="40" required autocomplete="off" placeholder="아무 이름이나 적어 주세요">
<button class="start">시작하기</button>
</div>
<p class="hint">같은 이름을 적으면 다음에도 같은 사람이에요.</p>
</form>
<form method="post"><button class="cancel" name="cancel" value="1">취소</button></form>
</main>
</body>
</html>
`;

const person = ({ handle, nickname, introduction }: DevPerson) => `<li>
<button class="person" name="handle" value="${handle}">
<span class="face" aria-hidden="true">${nickname.slice(0, 1)}</span>
<span class="who"><strong>${nickname}</strong><span>${introduction}</span></span>
</button>
</li>`;

const mark = `<svg class="mark" viewBox="0 0 64 64" aria-hidden="true"><clipPath id="friend"><circle cx="23.5" cy="23.5" r="21.5"/></clipPath><circle cx="23.5" cy="23.5" r="21.5" fill="#6e74fa"/><rect x="25" y="25" width="37" height="37" rx="12.5" fill="#ff93cb"/><rect x="25" y="25" width="37" height="37" rx="12.5" fill="#3c42e0" clip-path="url(#friend)"/><circle cx="14" cy="18" r="2.1" fill="#fff"/><circle cx="23" cy="17" r="2.1" fill="#fff"/><path d="M17 23.5c1.7 1.6 3.8 1.4 5-.4" stroke="#fff" stroke-width="1.8" stroke-linecap="round" fill="none"/><circle cx="45.5" cy="46" r="2.1" fill="#1b1336"/><circle cx="54" cy="46.5" r="2.1" fill="#1b1336"/><path d="M47.6 51.8c1.3 1.6 3.4 1.6 4.6.2" stroke="#1b1336" stroke-width="1.8" stroke-linecap="round" fill="none"/></svg>`;
