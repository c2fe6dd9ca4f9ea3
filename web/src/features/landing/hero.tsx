import { ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Glow } from "#web/ui/page.tsx";
import { CodeScene } from "./code-scene.tsx";
import { Desk } from "./desk.tsx";
import styles from "./hero.module.css";
import { SceneSwitch } from "./scene-switch.tsx";
import { columnClass } from "./section.tsx";
import { useHeroScene } from "./use-hero-scene.ts";

/**
 * The promise with the product itself below it, and a piece of code. On desktops the wheel cross-fades from one to the
 * other; on phones and where motion is unwanted they stand below one another (spec/ui.md §7, §20).
 */
export function Hero() {
  const { hero, scene, choose } = useHeroScene();
  return (
    <section ref={hero} className={cx(styles.hero, styles[scene])} aria-label="소개">
      <Glow className={styles.glow} />
      <SceneSwitch scene={scene} onChoose={choose} />
      <div className={styles.promiseScene}>
        <div className={columnClass}>
          <h1 className={styles.title}>
            코딩 테스트 준비, 아직인가요?
            <br />
            팀을 찾고 꾸준히 풀어 보세요
          </h1>
          <p className={styles.text}>
            <span>연습은 누구나 미루게 돼요.</span>{" "}
            <span>200명쯤 되는 개발자가 이미 이곳에서 풀이를 나누고 있어요.</span>
            <br />
            <span>마음 맞는 팀을 찾거나 직접 만들어 보세요. 함께라면 더 멀리 갑니다.</span>
          </p>
          <div className={styles.call}>
            <ButtonLink to="/team-recruit/list" look="action" className={cx(styles.main)}>
              팀 찾아보기
              <Icon name="arrow-right" />
            </ButtonLink>
            <ButtonLink to="/team-list" look="ghost" className={cx(styles.second)}>
              팀 둘러보기
            </ButtonLink>
          </div>
          <Desk />
        </div>
      </div>
      <div className={styles.codeScene}>
        <CodeScene />
      </div>
    </section>
  );
}
