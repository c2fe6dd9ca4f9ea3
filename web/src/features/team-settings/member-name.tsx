import { Popover } from "@base-ui/react/popover";
import { Avatar } from "#web/ui/avatar.tsx";
import menu from "#web/ui/menu.module.css";
import styles from "./members.module.css";
import type { Member } from "./queries.ts";

/** Picture and name; a click opens the introduction. */
export const MemberName = ({ member, isOwn }: { member: Member; isOwn: boolean }) => (
  <Popover.Root>
    <Popover.Trigger className={styles.name}>
      <Avatar name={member.memberName} src={member.imageUrl} />
      <span className={styles.nameText} title={member.memberName}>
        {member.memberName}
      </span>
      {isOwn && <small>나</small>}
    </Popover.Trigger>
    <Popover.Portal>
      <Popover.Positioner className={menu.positioner} align="start" sideOffset={4} collisionPadding={16}>
        <Popover.Popup className={styles.popover}>
          <Popover.Title className={styles.popoverTitle}>소개글</Popover.Title>
          <Popover.Description className={styles.popoverText}>
            {member.memberExplain || "아직 소개글이 없어요."}
          </Popover.Description>
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
);
