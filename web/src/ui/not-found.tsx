import { useLayoutEffect } from "react";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { showTitle } from "#web/lib/tab-title.ts";
import { siteName } from "#web/lib/titles.ts";
import { ButtonLink } from "./button.tsx";
import styles from "./not-found.module.css";
import { Glow } from "./page.tsx";

const lostScene = lazyModule(() => import("./lost-scene.tsx"));

/** For unknown addresses, and for teams and recruitments that do not exist (spec/ui.md §16). */
export function NotFound() {
  useLayoutEffect(() => {
    showTitle(`페이지를 찾을 수 없어요 | ${siteName}`);
  }, []);
  const scene = useLazyModule(lostScene, true);
  return (
    <div className={styles.lost}>
      <Glow className={styles.glow} />
      {scene ? <scene.LostScene /> : <div className={styles.place} />}
      <h1>이 주소는 어디에도 이어져 있지 않아요</h1>
      <p>페이지가 사라졌거나 주소가 조금 달라졌을 수 있어요.</p>
      <ButtonLink to="/" size="large">
        홈으로 돌아가기
      </ButtonLink>
    </div>
  );
}
