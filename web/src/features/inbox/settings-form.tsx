import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeNotificationSettings, type NotificationSettings } from "#contracts/inbox/api";
import { isRefusal, serverMessage } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { useConflict } from "#web/lib/calls/use-conflict.ts";
import { useLeaveGuard } from "#web/lib/use-leave-guard.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { SaveBar, saveBarForm, useSaveBar } from "#web/ui/save-bar.tsx";
import { DeviceBox } from "./device-box.tsx";
import { KindsTable } from "./kinds-table.tsx";
import { MailBox } from "./mail-box.tsx";
import { QuietBox } from "./quiet-box.tsx";
import { SettingBox } from "./setting-box.tsx";
import { changesOf, choiceOf, isChanged, rowsOf, type SettingsChoice } from "./settings-choice.ts";
import { SettingsConflict } from "./settings-conflict.tsx";
import { settingsQuery } from "./settings-query.ts";

/** An unsaved change, and the settings that it started from, which are compared with later ones when saving. */
interface Edit {
  readonly begun: NotificationSettings;
  readonly choice: SettingsChoice;
}

/** The change, without a digest if there is no confirmed address any more. */
function possible(edit: Edit | null, { mail }: NotificationSettings): Edit | null {
  if (!edit || mail.state === "confirmed") return edit;
  const choice = { ...edit.choice, digest: edit.begun.digest };
  return isChanged(choice, choiceOf(edit.begun)) ? { ...edit, choice } : null;
}

/** The four boxes, saved together. */
export function SettingsForm({ uuid, settings }: { uuid: string; settings: NotificationSettings }) {
  const client = useQueryClient();
  const isOnline = useOnline();
  const [chosen, setEdit] = useState<Edit | null>(null);
  const edit = possible(chosen, settings);
  const begun = edit?.begun ?? settings;
  const choice = edit?.choice ?? choiceOf(settings);
  useLeaveGuard(edit !== null);
  const { bar, onFocus, leave } = useSaveBar(edit !== null);
  const saving = useCommand(changeNotificationSettings, {
    onSuccess: ({ data }) => {
      leave();
      client.setQueryData(settingsQuery(uuid).queryKey, data);
      setEdit(null);
      conflict.close();
    },
    success: "알림 설정을 저장했어요",
    failure: (error) => {
      if (isRefusal(error, "mail-not-confirmed")) {
        void client.invalidateQueries({ queryKey: settingsQuery(uuid).queryKey });
        return null;
      }
      return conflict.show(error)
        ? null
        : { title: "알림 설정을 저장하지 못했어요", text: serverMessage(error) };
    },
  });

  const choose = (next: SettingsChoice) =>
    setEdit(isChanged(next, choiceOf(begun)) ? { begun, choice: next } : null);
  const save = (ifMatch: number) => saving.run({ body: changesOf(choice, choiceOf(begun)), ifMatch });
  const conflict = useConflict<NotificationSettings>({
    onUseStored(stored) {
      client.setQueryData(settingsQuery(uuid).queryKey, stored);
      setEdit(null);
    },
    onKeepMine: (stored) => void save(stored.revision),
  });

  return (
    <form
      noValidate
      aria-label="알림 설정"
      className={saveBarForm}
      onFocus={onFocus}
      onSubmit={(event) => {
        event.preventDefault();
        if (edit && isOnline) void save(begun.revision);
      }}
    >
      <DeviceBox uuid={uuid} isAvailable={settings.push.available} />
      <SettingBox title="알림 종류" text="알림 센터에서 끄면 푸시와 메일 요약에서도 빠져요.">
        <KindsTable rows={rowsOf(settings)} choice={choice} onChoice={choose} />
      </SettingBox>
      <QuietBox quiet={choice.quiet} onQuiet={(quiet) => choose({ ...choice, quiet })} />
      <MailBox
        uuid={uuid}
        mail={settings.mail}
        digest={choice.digest}
        onDigest={(digest) => choose({ ...choice, digest })}
        error={isRefusal(saving.error, "mail-not-confirmed") ? saving.error.message : null}
      />
      {edit && (
        <SaveBar
          bar={bar}
          pending={saving.isPending}
          disabled={!isOnline}
          onUndo={() => {
            leave();
            setEdit(null);
          }}
        />
      )}
      <SettingsConflict mine={choice} begun={begun} conflict={conflict} pending={saving.isPending} />
    </form>
  );
}
