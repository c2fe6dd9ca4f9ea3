import { useSession } from "#web/lib/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./team-list.module.css";

const target = "/team-registration";

/** Way to a team of one's own; visitors go there through the login. */
export function CreateTeamInvitation() {
  const { isLoggedIn } = useSession();
  return (
    <section className={styles.create} aria-label="팀 만들기">
      <p>기존 팀원들과 새로운 스터디 팀을 만들어보세요</p>
      <ButtonLink
        size="large"
        to={isLoggedIn ? target : "/login"}
        state={isLoggedIn ? undefined : { from: target }}
      >
        <Icon name="plus" />팀 생성하기
      </ButtonLink>
    </section>
  );
}
