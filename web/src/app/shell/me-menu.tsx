import { lazyModule } from "#web/lib/lazy-module.ts";
import { useMemberInfo } from "#web/lib/member-info.ts";
import { chooseTheme, themes, useTheme } from "#web/lib/theme.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Menu, MenuGroup, MenuItem, MenuLink, MenuRadio, MenuRule } from "#web/ui/menu.tsx";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import styles from "./shell.module.css";
import { themeLooks } from "./theme-button.tsx";

/** `내정보`: the member, the account page, the member's teams live, and logout. */
export function MeMenu() {
  const info = useMemberInfo();
  const me = info.data;
  const theme = useTheme();
  const logOut = useLogOut();
  const avatar = { name: me?.memberName ?? "나", src: me?.memberImageUrl };
  return (
    <Menu
      panel
      onOpen={() => {
        if (info.isEnabled && info.isStale) void info.refetch({ cancelRefetch: false });
      }}
      trigger={
        <button type="button" className={styles.meMenuButton}>
          <Avatar {...avatar} size={28} />
          내정보
          <Icon name="down" size="small" />
        </button>
      }
    >
      {me && (
        <div className={styles.who}>
          <Avatar {...avatar} size={44} />
          <span className={styles.name}>{me.memberName}</span>
        </div>
      )}
      <MenuLink to="/my-dashboard/profile">
        <Icon name="user" />
        마이페이지
      </MenuLink>
      <MenuLink to="/my-dashboard/applications">
        <Icon name="mail" />내 신청 현황
      </MenuLink>
      {me && me.teamAbstractResponses.length > 0 && (
        <>
          <MenuRule />
          <MenuGroup label="내 팀">
            {me.teamAbstractResponses.map((team) => (
              <MenuLink key={team.teamId} to={`/team-dashboard/${team.teamId}`}>
                <TeamPicture teamId={team.teamId} src={team.teamImageUrl} width={28} />
                {team.teamName}
              </MenuLink>
            ))}
          </MenuGroup>
        </>
      )}
      <MenuRule />
      <MenuGroup label="화면" row>
        {themes.map((one) => (
          <MenuRadio key={one} picked={one === theme} onPick={() => chooseTheme(one)}>
            <Icon name={themeLooks[one].icon} />
            {themeLooks[one].word}
          </MenuRadio>
        ))}
      </MenuGroup>
      <MenuRule />
      <MenuLink to="/about">
        <Icon name="info" />
        알고모임 소개
      </MenuLink>
      <MenuItem danger onClick={logOut}>
        <Icon name="logout" />
        로그아웃
      </MenuItem>
    </Menu>
  );
}

/** Loaded with the first interaction on the page, so that a logout needs no connection. */
export const logOutModule = lazyModule(() => import("./log-out.ts"));

export function useLogOut(): () => Promise<void> {
  const dialogs = useDialogs();
  return async () => (await logOutModule.load()).logOut(dialogs);
}
