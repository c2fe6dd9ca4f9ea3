import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { changeDiscussionOptions } from "#contracts/discussion/api";
import type { TeamPage } from "#contracts/team/api";
import { teamPageQuery } from "#web/features/team/queries.ts";
import { useToday } from "#web/features/team/use-today.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { cardClass } from "#web/ui/card.tsx";
import { monthOf } from "#web/ui/month-calendar-days.ts";
import { SectionTitle } from "#web/ui/page.tsx";
import { Switch } from "#web/ui/switch.tsx";
import styles from "./team-settings.module.css";

const switches = [
  {
    name: "reviewPartner",
    label: "리뷰 짝 정하기",
    text: "글이 올라오면 읽고 의견을 남길 팀원을 자동으로 정해요.",
  },
  {
    name: "solveFirst",
    label: "먼저 풀고 보기",
    text: "내 글을 쓰기 전에는 그날 문제의 다른 풀이가 가려져요.",
  },
] as const;

/** The box `의견과 리뷰`, whose switches are saved at once (spec/discussion.md §5). */
export function DiscussionOptions({ teamId, onNoManager }: { teamId: number; onNoManager: () => void }) {
  const heading = useId();
  const client = useQueryClient();
  const { queryKey, ...query } = teamPageQuery(teamId, monthOf(useToday()));
  const options = useQuery({ queryKey, ...query }).data?.discussion;
  const saving = useCommand(changeDiscussionOptions, {
    optimistic: ({ body }) => {
      const before = client.getQueryData<TeamPage>(queryKey);
      client.setQueryData<TeamPage>(queryKey, (page) => page && { ...page, discussion: body });
      return () => client.setQueryData(queryKey, before);
    },
    failure: "설정을 저장하지 못했어요",
    onNoManager,
  });
  if (!options) return null;
  return (
    <section className={styles.options} aria-labelledby={heading}>
      <SectionTitle id={heading}>의견과 리뷰</SectionTitle>
      <ul className={cardClass({ card: true })}>
        {switches.map(({ name, label, text }) => (
          <li key={name} className={styles.option}>
            <span>
              <b>{label}</b>
              <small>{text}</small>
            </span>
            <Switch
              label={label}
              checked={options[name]}
              onSwitch={(isOn) =>
                void saving.run({ params: { teamId: String(teamId) }, body: { ...options, [name]: isOn } })
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
