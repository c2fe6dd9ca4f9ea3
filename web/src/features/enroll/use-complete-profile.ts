import { useMutation, useQueryClient } from "@tanstack/react-query";
import { completeProfile } from "#contracts/member/api";
import { call } from "#web/lib/calls/api.ts";
import { newIdempotencyKey } from "#web/lib/calls/idempotency.ts";
import { memberInfoQuery } from "#web/lib/member-info.ts";
import { forgetMissingProfile } from "#web/lib/missing-profile.ts";
import { useSession } from "#web/lib/session.ts";

export interface NewProfile {
  name: string;
  explain: string;
  picture: Blob | null;
}

export function useCompleteProfile() {
  const client = useQueryClient();
  const { uuid } = useSession();
  return useMutation({
    mutationFn: ({ name, explain, picture }: NewProfile) =>
      call(completeProfile, {
        body: { memberName: name, memberExplain: explain },
        picture,
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: () => {
      forgetMissingProfile();
      return client.invalidateQueries({ queryKey: memberInfoQuery(uuid).queryKey });
    },
  });
}
