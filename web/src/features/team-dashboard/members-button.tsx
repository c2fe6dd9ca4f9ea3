import type { Team } from "#contracts/team/api";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { Avatars } from "#web/ui/avatar.tsx";
import { usePopover } from "#web/ui/popover.tsx";
import { toast } from "#web/ui/toast.tsx";
import styles from "./team-dashboard.module.css";

const list = lazyModule(() => import("./members-list.tsx"));
const prepare = () => void list.load().catch(() => undefined);

/** `멤버 12명` with the pictures of the first six members; opens the list of all (spec/daily-use.md §7.2). */
export function MembersButton({ team, today }: { team: Team; today: string }) {
  const { isOpen, close, button, popover } = usePopover();
  const loaded = useLazyModule(list, isOpen, () => {
    close();
    toast.error("불러오지 못했어요. 다시 눌러 주세요.");
  });
  const people = team.members.map((member) => ({ name: member.memberName, src: member.imageUrl }));
  return (
    <div className={styles.place} data-members>
      <button {...button} type="button" className={styles.button} onPointerEnter={prepare} onFocus={prepare}>
        멤버 {team.memberCount}명
        <span className={styles.faces}>
          <Avatars people={people} total={team.memberCount} size={24} isNamed />
        </span>
      </button>
      {isOpen && loaded && <loaded.MembersList {...popover} team={team} today={today} />}
    </div>
  );
}
