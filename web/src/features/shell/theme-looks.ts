import type { Theme } from "#web/lib/theme.ts";
import type { IconName } from "#web/ui/icon.tsx";

/** Words and icon of a theme. */
export const themeLooks: Readonly<Record<Theme, { label: string; icon: IconName }>> = {
  system: { label: "시스템 설정", icon: "screen" },
  light: { label: "밝게", icon: "sun" },
  dark: { label: "어둡게", icon: "moon" },
};
