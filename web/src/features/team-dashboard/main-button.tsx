import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Team } from "#contracts/team/api";
import { useWelcomeFocus } from "#web/features/team/welcome.ts";
import { useContinuation } from "#web/lib/continuation.ts";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { isRecord } from "#web/lib/navigation-state.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";
import styles from "./team-dashboard.module.css";

/** The action of the day: members write, others join (spec/ui.md §10). `isMember` is undefined while it is unknown. */
export function MainButton({
  team,
  isMember,
  onJoin,
}: {
  team: Team;
  isMember: boolean | undefined;
  onJoin: () => void;
}) {
  const navigate = useNavigate();
  const write = useWelcomeFocus(team.teamId, isMember);
  if (isMember === undefined) return <Skeleton className={styles.unknownAction} height={54} />;
  if (isMember) {
    return (
      <ButtonLink
        ref={write}
        data-next-focus
        look="action"
        className={styles.action}
        to={`/posting/${team.teamId}`}
      >
        <Icon name="pencil" />
        오늘의 글쓰기
      </ButtonLink>
    );
  }
  const readRecruitment = () => {
    if (team.teamRecruitId === null) toast("참가할 수 없는 상태입니다.");
    else navigate(`/team-recruit/detail/${team.teamRecruitId}`);
  };
  return (
    <Menu
      trigger={
        <Button data-next-focus look="action" className={styles.action}>
          팀 참가하기
          <Icon name="down" size="small" />
        </Button>
      }
    >
      <MenuItem onClick={onJoin}>
        <Icon name="lock" size="small" />
        비밀번호 입력
      </MenuItem>
      <MenuItem onClick={readRecruitment}>
        <Icon name="arrow-right" size="small" />
        모집글 보러가기
      </MenuItem>
    </Menu>
  );
}

const joinWindow = lazyModule(() => import("./join-window.tsx"));

/**
 * Returns the dialog to join this team by password and a function that opens it, which the navigation state can
 * trigger.
 */
export function useJoin(teamId: number) {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const joinsOnArrival = isRecord(state) && state.join === true;
  const [presses, setPresses] = useState(joinsOnArrival ? 1 : 0);
  // Clears the state, so that a reload does not open the dialog again.
  useEffect(() => {
    if (joinsOnArrival) void navigate(pathname + search, { replace: true, state: null });
  }, [joinsOnArrival, navigate, pathname, search]);
  const loaded = useLazyModule(joinWindow, presses > 0, () => {
    setPresses(0);
    toast.error("팀 가입 요청에 실패했습니다.");
  });
  const begin = () => setPresses((count) => count + 1);
  useContinuation("open-password", true, begin);
  const window = loaded && presses > 0 && <loaded.JoinWindow teamId={teamId} presses={presses} />;
  return { begin, window };
}
