import { type Provider, providers } from "#contracts/problems";
import { type AddressCodec, pageParameter, useAddress } from "#web/lib/use-address.ts";

export const modes = [
  ["history", "내가 쓴 글"],
  ["info", "정보 관리"],
  ["solved", "푼 문제"],
] as const;

interface TeamsState {
  readonly team: number | null;
  readonly tab: (typeof modes)[number][0];
  /** The site of the solved problems; null for all. */
  readonly site: Provider | null;
  /** Of the articles or of the solved problems. */
  readonly page: number;
}

/** `?team=12&tab=solved&site=boj&page=2` (spec/daily-use.md rule 2). */
const teamsAddress: AddressCodec<TeamsState> = {
  read: (search) => ({
    team: Number(search.get("team")) || null,
    tab: modes.find(([mode]) => mode === search.get("tab"))?.[0] ?? "history",
    site: providers.find((provider) => provider === search.get("site")) ?? null,
    page: pageParameter.read(search),
  }),
  write: ({ team, tab, site, page }) => ({
    team: team === null ? null : String(team),
    tab: tab === "history" ? null : tab,
    site,
    ...pageParameter.write(page),
  }),
};

export const useTeamsAddress = () => useAddress(teamsAddress);
