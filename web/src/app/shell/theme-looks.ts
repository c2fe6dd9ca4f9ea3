import type { Theme } from "#web/lib/theme.ts";
import type { IconName } from "#web/ui/icon.tsx";

/** Words and icon of a theme; `word` where there is little room. */
export const themeLooks: Readonly<Record<Theme, { label: string; word: string; icon: IconName }>> = {
  system: { label: "시스템 설정", word: "시스템", icon: "screen" },
  light: { label: "밝게", word: "밝게", icon: "sun" },
  dark: { label: "어둡게", word: "어둡게", icon: "moon" },
};
