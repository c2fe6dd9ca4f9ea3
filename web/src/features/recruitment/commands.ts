import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { allKey } from "#contracts/live";
import { type RecruitmentDetail, setRecruiting } from "#contracts/recruitment/api";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { refreshSettled } from "#web/lib/live/live-cache.ts";

/** Options of all commands on a recruitment: the queries to refresh, and the redirect of a former manager. */
export function useCommandOptions(recruitmentId: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const again = (...queryKey: string[]) => client.invalidateQueries({ queryKey });
  const detail = ["recruitment-detail", String(recruitmentId)];
  return {
    refresh: () =>
      Promise.all([
        ...client
          .getQueryCache()
          .findAll({ queryKey: detail })
          .map((query) => refreshSettled(client, query)),
        again("recruitment-board", allKey),
        again("my-applications"),
      ]),
    onNoManager: () => navigate("/team-list"),
  };
}

/**
 * Stops or resumes recruiting (spec/wire-contract.md §6.5) optimistically; a running fetch is cancelled, as it would
 * restore the old state.
 */
export function useSetRecruiting(recruitmentId: number) {
  const client = useQueryClient();
  const queryKey = ["recruitment-detail", String(recruitmentId)];
  const put = (isRecruiting: boolean) =>
    void client.setQueriesData<RecruitmentDetail>(
      { queryKey },
      (shown) => shown && { ...shown, isRecruiting },
    );
  return useCommand(setRecruiting, {
    ...useCommandOptions(recruitmentId),
    optimistic: ({ body: { isRecruiting } }) => {
      void client.cancelQueries({ queryKey });
      put(isRecruiting);
      return () => put(!isRecruiting);
    },
    success: "모집 상태가 변경되었습니다.",
    failure: "모집 상태 변경 중 오류가 발생했습니다.",
  });
}
