import { chooseTheme, type Theme, themes, useTheme } from "#web/lib/theme.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import styles from "./shell.module.css";

/** For visitors: a click selects the next theme. Members choose theirs under 내정보. */
export function ThemeButton() {
  const theme = useTheme();
  const { label, word, icon } = themeLooks[theme];
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  return (
    <button
      type="button"
      className={styles.theme}
      aria-label={`화면 테마: ${label}`}
      title={`화면 테마: ${label}`}
      onClick={() => chooseTheme(next)}
    >
      <Icon name={icon} />
      <span className={styles.word}>{word}</span>
    </button>
  );
}

/** Labels and icon of a theme; `word` is the short label for small screens. */
export const themeLooks: Readonly<Record<Theme, { label: string; word: string; icon: IconName }>> = {
  system: { label: "시스템 설정", word: "시스템", icon: "screen" },
  light: { label: "밝게", word: "밝게", icon: "sun" },
  dark: { label: "어둡게", word: "어둡게", icon: "moon" },
};
