import type { InboxGroup } from "#contracts/inbox/api";
import { Link } from "#web/lib/link.tsx";
import { shownCount } from "#web/lib/tab-title.ts";
import { cx } from "#web/ui/cx.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import styles from "#web/ui/side-tabs.module.css";
import { groupNames } from "./notification-row.tsx";
import type { InboxChoice, InboxPage } from "./queries.ts";

export const inboxTabs: readonly (readonly [InboxGroup, string, IconName])[] = [
  ["all", "전체", "bell"],
  ["team", groupNames.TEAM, "users"],
  ["recruit", groupNames.RECRUIT, "flag"],
  ["account", groupNames.ACCOUNT, "user"],
];

const addressOf = ({ group, filter }: InboxChoice) => {
  const search = new URLSearchParams();
  if (group !== "all") search.set("group", group);
  if (filter !== "all") search.set("filter", filter);
  return search.size > 0 ? `/notifications?${search}` : "/notifications";
};

/** Filters of the page with their unread counts; on narrow screens chips that scroll sideways. */
export const InboxSide = ({
  group,
  filter,
  unread,
}: InboxChoice & { unread: InboxPage["unread"] | undefined }) => (
  <nav className={cx(styles.side, styles.chips)} aria-label="알림 종류">
    {inboxTabs.map(([tab, label, icon]) => {
      const count = unread?.[tab] ?? 0;
      return (
        <Link
          key={tab}
          to={addressOf({ group: tab, filter })}
          className={styles.tab}
          aria-current={tab === group ? "page" : undefined}
          aria-label={count > 0 ? `${label}, 안 읽은 알림 ${shownCount(count)}개` : undefined}
        >
          <Icon name={icon} />
          {label}
          {count > 0 && <span className={styles.count}>{shownCount(count)}</span>}
        </Link>
      );
    })}
    <hr className={styles.rule} />
    <Link to="/my-dashboard/notifications" className={styles.tab}>
      <Icon name="sliders" />
      알림 설정
    </Link>
  </nav>
);
