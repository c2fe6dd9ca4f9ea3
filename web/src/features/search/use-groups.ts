import { keepPreviousData, queryOptions, useIsFetching, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { limits } from "#contracts/limits";
import { allKey } from "#contracts/live";
import { getRecruitments } from "#contracts/recruitment/api";
import { searchTeams } from "#contracts/team/api";
import { teamPageQuery } from "#web/features/team/queries.ts";
import { rhythmQuery } from "#web/features/team/rhythm/queries.ts";
import { useTeamDays, useToday } from "#web/features/team/use-today.ts";
import { read } from "#web/lib/calls/api.ts";
import { teamDay } from "#web/lib/day-ends.ts";
import { useMemberInfo } from "#web/lib/member-info.ts";
import type { Found, FoundTexts, OpenedText } from "#web/lib/search/search-host.ts";
import { chooseTheme } from "#web/lib/theme.ts";
import { useEngine, useEngineState } from "./engine.ts";
import {
  actionsOf,
  entryOf,
  type Group,
  type GroupName,
  groupOf,
  matching,
  peopleOf,
  recruitmentEntry,
  type SearchEntry,
  screensOf,
  shown,
  teamEntry,
} from "./entries.ts";

const noTexts: FoundTexts = { article: { total: 0, found: [] }, subject: { total: 0, found: [] } };

const noTeams: Parameters<typeof entryOf>[1] = [];

const most = (isWhole: boolean) => (isWhole ? shown.all : shown.few);

/** Articles and problems; previous results are kept until the next arrive. `of`: the query of the results. */
function useTexts(query: string, whole: GroupName | null) {
  const engine = useEngine();
  const version = useEngineState()?.version;
  const [answer, setAnswer] = useState({ of: "", texts: noTexts });
  // biome-ignore lint/correctness/useExhaustiveDependencies: searched again after each update of the index
  useEffect(() => {
    let isOver = false;
    const limit = { article: most(whole === "글"), subject: most(whole === "문제") };
    const search = query === "" ? undefined : engine?.call("search", query, limit);
    (search ?? Promise.resolve(noTexts)).then(
      (texts) => !isOver && setAnswer({ of: query, texts }),
      () => !isOver && setAnswer({ of: query, texts: noTexts }),
    );
    return () => {
      isOver = true;
    };
  }, [engine, version, query, whole]);
  return answer;
}

/** Whether the first fetch of a team, or reading the device's store, is still pending. */
function useIsPreparing(memberId: string | null, hasNoTeams: boolean): boolean {
  const { isReady = false, hasFailed = false } = useEngineState() ?? {};
  const first = useIsFetching({
    predicate: ({ queryKey, state }) => queryKey[2] === "search-feed" && state.data === undefined,
  });
  return memberId !== null && !hasFailed && !hasNoTeams && (!isReady || first > 0);
}

/** Entries that were last opened from the palette on this device. */
function useOpened(): readonly OpenedText[] {
  const engine = useEngine();
  const isReady = useEngineState()?.isReady;
  const [opened, setOpened] = useState<readonly OpenedText[]>([]);
  useEffect(() => {
    if (engine && isReady) engine.call("opened").then(setOpened, () => undefined);
  }, [engine, isReady]);
  return opened;
}

/** All teams by name, from the public list. */
const foundTeamsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ["team-directory", allKey, { found: keyword }] as const,
    queryFn: ({ signal }) =>
      read(searchTeams, { query: { keyword, size: limits.pageSizeMax, members: 0 }, signal }),
    placeholderData: keepPreviousData,
    enabled: keyword !== "",
  });

/** The newest open recruitments, from the public list, of which the titles are searched here. */
const openRecruitmentsQuery = (isAsked: boolean) =>
  queryOptions({
    queryKey: ["recruitment-board", allKey, { found: "open" }] as const,
    queryFn: ({ signal }) =>
      read(getRecruitments, { query: { status: "open", size: limits.pageSizeMax }, signal }),
    staleTime: 60_000,
    enabled: isAsked,
  });

/** Teams and recruitments of the public lists, without the member's own teams; `isFetching` until they are known. */
function usePublic(query: string, own: readonly { teamId: number }[]) {
  const teams = useQuery(foundTeamsQuery(query));
  const recruitments = useQuery(openRecruitmentsQuery(query !== ""));
  const others = (teams.data?.content ?? []).filter(
    ({ teamId }) => !own.some((one) => one.teamId === teamId),
  );
  return {
    isFetching: teams.isFetching || recruitments.isFetching,
    teams: others.map((team) =>
      teamEntry({ teamId: team.teamId, teamName: team.teamName, teamImageUrl: team.imageUrl }),
    ),
    recruitments: matching((recruitments.data?.content ?? []).map(recruitmentEntry), query),
  };
}

function changeTheme(): void {
  const isDark = getComputedStyle(document.documentElement).colorScheme === "dark";
  chooseTheme(isDark ? "light" : "dark");
}

/** The rows of the palette for a query; `whole` is the expanded group. */
export function useGroups(
  memberId: string | null,
  query: string,
  whole: GroupName | null,
  logOut: () => void,
) {
  const today = useToday();
  const info = useMemberInfo();
  const teams = info.data?.teamAbstractResponses ?? noTeams;
  const isPreparing = useIsPreparing(memberId, !info.isPending && teams.length === 0);
  const [year = 0, month = 0] = today.split("-").map(Number);
  const pages = useQueries({
    queries: teams.map(({ teamId }) => ({ ...teamPageQuery(teamId, { year, month }), staleTime: 300_000 })),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  });
  useQueries({
    queries: pages
      .filter(({ teamManager }) => teamManager)
      .map(({ myTeamResponse: { teamId } }) => ({ ...rhythmQuery(teamId), staleTime: 300_000 })),
  });
  const days = useTeamDays(teams, teamDay);
  const { of, texts } = useTexts(query, whole);
  const opened = useOpened();
  const { isFetching, teams: others, recruitments } = usePublic(query, teams);

  const people = peopleOf(pages);
  const own = teams.map((team) => teamEntry(team, "내 팀"));
  const screens = screensOf(memberId !== null);
  const actions = memberId === null ? [] : actionsOf(pages, teamDay, { changeTheme, logOut });
  // biome-ignore lint/correctness/useExhaustiveDependencies: written anew when a team's day has ended
  const textEntry = useCallback((text: Found) => entryOf(text, teams, teamDay), [teams, days]);
  // The same entries as long as the texts are, because other results arrive at other times.
  const [articles, subjects] = useMemo(
    () => [texts.article.found.map(textEntry), texts.subject.found.map(textEntry)],
    [texts, textEntry],
  );
  const group = (name: GroupName, entries: readonly SearchEntry[], total?: number) =>
    groupOf(name, entries, whole === name, total);

  const isKnown = (entry: Group | undefined): entry is Group => entry !== undefined;
  if (query === "") {
    const all = [...people, ...own, ...screens, ...actions];
    const last = opened.flatMap(({ what, found: text }) =>
      text ? textEntry(text) : (all.find((entry) => entry.what === what) ?? []),
    );
    const rest = memberId === null ? group("이동", screens) : group("할 일", actions);
    const groups = [group("최근에 연 것", last), rest].filter(isKnown);
    return { isAnswered: true, isPreparing, groups, since: undefined };
  }
  const ofMember = [
    group("글", articles, texts.article.total),
    group("문제", subjects, texts.subject.total),
    group("사람", matching(people, query)),
    group("팀", memberId === null ? others : matching(own, query)),
    group("이동", matching(screens, query)),
    group("할 일", matching(actions, query)),
  ].filter(isKnown);
  // Below the member's own, so that they move no row when they arrive.
  const ofOthers = [group("다른 팀", memberId === null ? [] : others), group("팀원 모집", recruitments)];
  const isPublicAwaited = isFetching && (memberId === null || ofMember.length === 0);
  return {
    isAnswered: of === query && !isPublicAwaited,
    isPreparing,
    groups: [...ofMember, ...ofOthers.filter(isKnown)],
    since: texts.since,
  };
}
