import { useEffect, useState } from "react";
import { Navigate, useLocation, useSearchParams } from "react-router-dom";
import {
  forgetReturnPath,
  rememberedReturnPath,
  rememberReturnPath,
  returnPathOf,
} from "#web/lib/return-path.ts";
import { useSession } from "#web/lib/session.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Glow } from "#web/ui/page.tsx";
import { FriendlyMark } from "./friendly-mark.tsx";
import styles from "./login.module.css";

/** spec/ui.md §8.1 */
export function LoginPage() {
  const { isLoggedIn } = useSession();
  const { state } = useLocation();
  const [search] = useSearchParams();
  if (isLoggedIn) return <AfterLogin from={returnPathOf(state)} />;

  const path = returnPathOf(state) ?? rememberedReturnPath() ?? "/";
  const error = search.get("error");
  return (
    <div className={styles.login}>
      <Glow className={styles.glow} />
      <section className={styles.card}>
        <FriendlyMark />
        <h1>알고모임 시작하기</h1>
        <p className={styles.lead}>소셜 로그인으로 빠르게 알고모임을 시작해요!</p>
        {/* The cookies of a login are `Secure`. */}
        {window.isSecureContext === false && (
          <Notice tone="warning" className={styles.notice}>
            http 주소에서는 로그인할 수 없어요. https 주소로 열어 주세요.
          </Notice>
        )}
        {error === "cancelled" && <Notice className={styles.notice}>로그인이 취소되었어요.</Notice>}
        {error === "failed" && (
          <Notice tone="danger" className={styles.notice}>
            로그인에 실패했어요. 다시 시도해 주세요.
          </Notice>
        )}
        {error === "unavailable" && (
          <Notice tone="warning" className={styles.notice}>
            지금은 로그인할 수 없어요. 잠시 뒤에 다시 시도해 주세요.
          </Notice>
        )}
        <a
          className={buttonClass({ look: "kakao", size: "large", wide: true })}
          href={`/oauth2/authorization/kakao?redirect=${encodeURIComponent(path)}`}
          onClick={() => rememberReturnPath(path)}
        >
          <svg className={styles.talk} viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 3.5c-5.2 0-9.4 3.3-9.4 7.4 0 2.6 1.7 4.9 4.3 6.2l-1 3.6c-.1.3.3.6.6.4l4.2-2.9c.4.1.9.1 1.3.1 5.2 0 9.4-3.3 9.4-7.4S17.2 3.5 12 3.5Z" />
          </svg>
          카카오로 시작하기
        </a>
      </section>
    </div>
  );
}

/** Redirects a member to the stored path, otherwise to that of the route state, otherwise to the start page. */
function AfterLogin({ from }: { from: string | null }) {
  const [stored] = useState(rememberedReturnPath);
  useEffect(forgetReturnPath, []);
  return <Navigate to={stored ?? from ?? "/"} replace />;
}
