import { useId, useState } from "react";
import { linkDiscord, testDiscord, unlinkDiscord, webhookOf } from "#contracts/discord/api";
import { refusals } from "#contracts/errors";
import type { Rhythm } from "#contracts/rhythm/api";
import { useRhythmRefresh } from "#web/features/team/rhythm/queries.ts";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { Button } from "#web/ui/button.tsx";
import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { TextInput } from "#web/ui/input.tsx";
import styles from "./promise.module.css";

interface DiscordBoxProps {
  readonly teamId: number;
  readonly discord: NonNullable<Rhythm["discord"]>;
}

/** Links the team with a Discord channel, whose address is never shown again (spec/rhythm.md rule 11). */
export function DiscordBox({ teamId, discord }: DiscordBoxProps) {
  const id = useId();
  return (
    <section className={cx(cardClass({ card: true }), styles.setting)} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        Discord
      </h3>
      {discord.linked ? (
        <Linked teamId={teamId} lastFour={discord.lastFour} />
      ) : (
        <AddressForm teamId={teamId} />
      )}
    </section>
  );
}

const wrongAddress = refusals["not-a-discord-address"].message;

function AddressForm({ teamId }: { teamId: number }) {
  const [address, setAddress] = useState("");
  /** The address that was refused, here or by the server. */
  const [refused, setRefused] = useState<string | null>(null);
  const { run, isPending } = useCommand(linkDiscord, {
    refresh: useRhythmRefresh(teamId),
    success: "Discord와 연결했습니다.",
    failure: (error) => {
      if (!isRefusal(error, "not-a-discord-address")) return "Discord와 연결하지 못했어요";
      setRefused(address);
      return null;
    },
  });
  const isWrong = refused !== null && refused === address;
  return (
    <form
      noValidate
      className={styles.discord}
      onSubmit={(event) => {
        event.preventDefault();
        if (webhookOf(address)) {
          void run({ params: { teamId }, body: { address: address.trim() } });
          return;
        }
        setRefused(address);
        event.currentTarget.querySelector("input")?.focus();
      }}
    >
      <TextInput
        label="Discord 웹훅 주소"
        type="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://discord.com/api/webhooks/…"
        value={address}
        onText={setAddress}
        {...(isWrong && { hint: wrongAddress, tone: "error" as const })}
      />
      <Button type="submit" look="soft" pending={isPending}>
        연결하기
      </Button>
    </form>
  );
}

function Linked({ teamId, lastFour }: { teamId: number; lastFour: string | null }) {
  const test = useCommand(testDiscord, {
    success: "시험 메시지를 보냈습니다.",
    failure: "시험 메시지를 보내지 못했어요",
  });
  const unlinking = useCommand(unlinkDiscord, {
    refresh: useRhythmRefresh(teamId),
    success: "연결을 끊었습니다.",
    failure: "연결을 끊지 못했어요",
  });
  return (
    <div className={styles.linked}>
      <Icon name="check" />
      <b>discord.com/api/webhooks/…{lastFour}</b>
      <span className={styles.tools}>
        <button
          type="button"
          className={styles.action}
          aria-disabled={test.isPending || undefined}
          onClick={() => void test.run({ params: { teamId } })}
        >
          시험 메시지
        </button>
        <button
          type="button"
          className={cx(styles.action, styles.danger)}
          aria-disabled={unlinking.isPending || undefined}
          onClick={() => void unlinking.run({ params: { teamId } })}
        >
          연결 끊기
        </button>
      </span>
    </div>
  );
}
