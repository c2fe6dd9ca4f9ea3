import { mobileWidth } from "#web/lib/mobile.ts";
import { useTheme } from "#web/lib/theme.ts";
import styles from "./usage.module.css";

/** The pictures of each slide, for desktops and phones in both themes. */
const pictures = import.meta.glob<string>("./pictures/*.webp", { eager: true, import: "default" });

export interface UsageSlide {
  readonly title: string;
  readonly text: string;
  /** Prefix of the file names of its pictures. */
  readonly shot: "writing" | "calendar" | "teams";
  /** Alternative text of the pictures. */
  readonly alt: string;
}

/** The slides of spec/ui.md §7, with pictures made by `npm run screenshots`. */
export const usageSlides: readonly UsageSlide[] = [
  {
    title: "코테 기록을 더 쉽게! ✨",
    text: "오늘의 문제를 곁에 두고 바로 써요. 마크다운은 치는 대로 서식이 되고, 붙여 넣은 코드는 코드 블록이 됩니다.",
    shot: "writing",
    alt: "오늘의 문제 아래에서 풀이와 파이썬 코드를 적고 있는 글쓰기 화면",
  },
  {
    title: "꾸준한 학습습관 만들기🏃",
    text: "하루 한 문제를 팀과 함께 풀어요. 캘린더에 하나둘 쌓이는 기록이 내일도 오게 만들어 줍니다.",
    shot: "calendar",
    alt: "날마다 올라온 문제가 태그로 표시된 한 달 치 팀 캘린더",
  },
  {
    title: "나에게 맞는 팀을 찾아보세요!",
    text: "분위기와 목표를 살펴보고 마음에 드는 팀에 들어가 보세요. 찾는 팀이 없다면 직접 만들면 돼요.",
    shot: "teams",
    alt: "활동 중인 팀의 소개와 인원이 카드로 모여 있는 팀 목록",
  },
];

const phone = `(max-width: ${mobileWidth}px)`;
const dark = "(prefers-color-scheme: dark)";
/** Dimensions in pixels of the files that `npm run screenshots` writes. */
const wide = { width: 1252, height: 792 };
const narrow = { width: 688, height: 659 };

export const UsageSlide = ({
  slide,
  number,
  count,
}: {
  slide: UsageSlide;
  number: number;
  count: number;
}) => {
  const { title, text, shot, alt } = slide;
  const theme = useTheme();
  /** The picture for the selected theme, or for `media` with the system's theme. */
  const picture = (width: "wide" | "narrow", media: "light" | "dark") =>
    pictures[`./pictures/${shot}-${width}-${theme === "system" ? media : theme}.webp`];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide of the ARIA carousel pattern is a group
    <div className={styles.slide} role="group" aria-roledescription="슬라이드" aria-label={title}>
      <div className={styles.text}>
        <span className={styles.number}>
          {number} / {count}
        </span>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      <div className={styles.shot}>
        <picture>
          <source media={`${phone} and ${dark}`} srcSet={picture("narrow", "dark")} {...narrow} />
          <source media={phone} srcSet={picture("narrow", "light")} {...narrow} />
          <source media={dark} srcSet={picture("wide", "dark")} {...wide} />
          <img src={picture("wide", "light")} {...wide} alt={alt} loading="lazy" decoding="async" />
        </picture>
      </div>
    </div>
  );
};
