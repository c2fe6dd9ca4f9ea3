import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { limits } from "#contracts/limits";
import type { Team } from "#contracts/team/api";
import { Avatars } from "#web/ui/avatar.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Row } from "#web/ui/layout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import styles from "./team-list.module.css";

/** A team whose card turns to an invitation on click; cards of own teams do not turn (spec/ui.md §9.1). */
export function TeamCard({ team, isMine }: { team: Team; isMine: boolean }) {
  const [turned, setTurned] = useState(false);
  const front = useRef<HTMLButtonElement>(null);
  const visit = useRef<HTMLAnchorElement>(null);

  // The focus moves to the visible side, because the other one is inert.
  const turn = (to: boolean) => {
    setTurned(to);
    requestAnimationFrame(() => (to ? visit : front).current?.focus({ preventScroll: true }));
  };

  return (
    <li className={cx(styles.flip, turned && styles.turned)}>
      <div className={styles.inner}>
        <button
          type="button"
          ref={front}
          className={cx(styles.face, isMine && styles.mine)}
          aria-expanded={isMine ? undefined : turned}
          disabled={isMine}
          inert={turned}
          onClick={() => turn(true)}
        >
          <Front team={team} isMine={isMine} />
        </button>
        {!isMine && (
          // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut of the button inside
          <div
            className={cx(styles.face, styles.back)}
            inert={!turned}
            onKeyDown={(event) => event.key === "Escape" && turn(false)}
          >
            <button
              type="button"
              className={styles.again}
              aria-label={`${team.teamName} 카드 앞면 보기`}
              onClick={() => turn(false)}
            />
            <TeamPicture teamId={team.teamId} src={team.imageUrl} width={64} className={styles.cardCover} />
            <p>활동 중인 팀을 편하게 둘러보세요</p>
            <Link
              ref={visit}
              to={`/team-dashboard/${team.teamId}`}
              className={buttonClass({ size: "small" })}
              aria-label={`${team.teamName} 팀 둘러보기`}
            >
              팀 둘러보기
            </Link>
          </div>
        )}
      </div>
    </li>
  );
}

function Front({ team, isMine }: { team: Team; isMine: boolean }) {
  const people = team.members.map((member) => ({ name: member.memberName, src: member.imageUrl }));
  return (
    <>
      <Row as="span" gap={8} align="start" justify="space-between">
        <span className={styles.faded}>
          <TeamPicture teamId={team.teamId} src={team.imageUrl} width={72} />
        </span>
        <Tag category={team.topic} />
      </Row>
      <b className={styles.cardName}>{team.teamName}</b>
      <span className={styles.text}>{team.teamExplain}</span>
      <span className={styles.foot}>
        <span className={styles.faded}>
          <Avatars
            people={people}
            total={team.memberCount}
            max={limits.avatarsShown}
            label={`팀원 ${team.memberCount}명`}
          />
        </span>
        <span className={styles.count}>
          {isMine && <span>내 팀 ·</span>}
          <Icon name="users" size="small" />
          <span aria-hidden="true">
            <b>{team.memberCount}</b>/{team.memberLimit}
          </span>
          <HiddenText>정원 {team.memberLimit}명</HiddenText>
        </span>
      </span>
    </>
  );
}

/** Skeleton of a page of team cards. */
export const TeamCardSkeletons = () => (
  <div className={styles.grid} aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    {Array.from({ length: limits.teamPageSize }, (_, index) => (
      // The side fills the single grid cell of its card.
      <div key={index}>
        <div className={styles.face}>
          <Skeleton width={72} height={72} />
          <div className={styles.cardName}>
            <Skeleton width="56%" height={22} />
          </div>
          <div className={styles.text}>
            <Skeleton width="92%" />
          </div>
          <div className={styles.foot}>
            <Skeleton width={120} height={28} />
            <Skeleton width={52} />
          </div>
        </div>
      </div>
    ))}
  </div>
);
