import { ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Glow } from "#web/ui/page.tsx";
import { Desk } from "./desk.tsx";
import styles from "./hero.module.css";

/** The promise, and below it the product itself. */
export const Hero = () => (
  <section className={styles.hero} aria-label="소개">
    <Glow className={styles.glow} />
    <div className={styles.in}>
      <h1 className={styles.title}>
        코딩 테스트 준비, 아직인가요?
        <br />
        팀을 찾고 꾸준히 풀어 보세요
      </h1>
      <p className={styles.text}>
        누구나 연습을 미뤄요. 그래서 200명쯤 되는 개발자가 이미 여기서 서로의 풀이를 나누고 있어요. 팀을
        찾거나 직접 만들어 보세요. 함께라면 더 멀리 갑니다.
      </p>
      <div className={styles.call}>
        <ButtonLink to="/team-recruit/list" look="action" className={cx(styles.main)}>
          팀 찾아보기
          <Icon name="arrow-right" />
        </ButtonLink>
        <ButtonLink to="/team-list" look="ghost" className={cx(styles.second)}>
          활동 중인 팀
        </ButtonLink>
      </div>
      <Desk />
    </div>
  </section>
);
