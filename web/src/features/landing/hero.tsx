import { ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Wordmark } from "#web/ui/logo.tsx";
import { Glow } from "#web/ui/page.tsx";
import { DarkCode, together } from "./dark-code.tsx";
import { Desk } from "./desk.tsx";
import styles from "./hero.module.css";
import { type Scene, useHeroScene } from "./hero-scene.ts";
import { columnClass } from "./section.tsx";

/**
 * Two scenes: the promise above a picture of the product, and some code. On desktops the wheel cross-fades between them;
 * on phones and with reduced motion one is below the other (spec/ui.md §7, §20).
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
              모집 중인 팀 보기
              <Icon name="arrow-right" />
            </ButtonLink>
            <ButtonLink to="/team-list" look="ghost" className={cx(styles.second)}>
              활동 중인 팀 보기
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

const scenes: readonly { readonly scene: Scene; readonly label: string }[] = [
  { scene: "promise", label: "소개" },
  { scene: "code", label: "코드" },
];

/** Two dots that show and change the scene without a wheel. */
const SceneSwitch = ({ scene, onChoose }: { scene: Scene; onChoose: (scene: Scene) => void }) => (
  <fieldset className={styles.switch}>
    <legend>
      <HiddenText>첫 화면 장면</HiddenText>
    </legend>
    {scenes.map((choice) => (
      <label key={choice.scene}>
        <input
          type="radio"
          name="hero-scene"
          checked={choice.scene === scene}
          onChange={() => onChoose(choice.scene)}
        />
        <HiddenText>{choice.label}</HiddenText>
      </label>
    ))}
  </fieldset>
);

/** Six lines of code that print the name of the product. */
const CodeScene = () => (
  <figure className={styles.snippet} aria-label="실행하면 알고모임을 출력하는 코드">
    <div className={styles.head} aria-hidden="true">
      <i />
      <i />
      <i />
      <span>together.py</span>
    </div>
    <div className={styles.codeSceneCode}>
      <DarkCode code={together} large />
    </div>
    <figcaption className={styles.result}>
      <span>출력</span>
      <Wordmark height={44} className={styles.name} />
      <HiddenText>알고모임</HiddenText>
    </figcaption>
  </figure>
);
