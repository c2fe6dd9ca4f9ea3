import { $getSelectionStyleValueForProperty, $patchStyleText } from "@lexical/selection";
import { $getSelection, $isRangeSelection, type RangeSelection } from "lexical";

/** One option of a toolbar dropdown: the stored value and its label. */
type Choice = readonly [value: string, label: string];

/** Fonts of the toolbar (spec/ui.md §2) with their fallbacks. */
export const fonts: readonly Choice[] = [
  ["Pretendard, sans-serif", "프리텐다드"],
  ["Nanum Gothic, sans-serif", "나눔고딕"],
  ["Noto Sans KR, sans-serif", "노토 산스"],
  ["Arial, sans-serif", "Arial"],
  ["Courier New, monospace", "Courier New"],
  ["Times New Roman, serif", "Times New Roman"],
];

/** 14 to 30 px in steps of 2 (spec/ui.md §21), and the size of text that has none. */
export const fontSizes: readonly Choice[] = [14, 15, 16, 18, 20, 22, 24, 26, 28, 30].map((px) => [
  `${px}px`,
  px === 15 ? "15px (기본)" : `${px}px`,
]);

export const fontColours: readonly Choice[] = [
  ["#000", "검정"],
  ["#3C42E0", "남색"],
  ["#6E74FA", "보라"],
  ["#EF2528", "빨강"],
  ["#FF377F", "분홍"],
];

/** Values that the toolbar shows where nothing was chosen. */
export const plainStyle = { font: "Pretendard, sans-serif", size: "15px", colour: "#000" } as const;

export type StyleName = keyof typeof plainStyle;

const properties = { font: "font-family", size: "font-size", colour: "color" } as const;

/** Sets font, size or colour of the selected text, or of the text typed next. */
export function $setTextStyle(name: StyleName, value: string): void {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return;
  // The default size is that of the block, which in a heading is larger.
  const isDefault = name === "size" && value === plainStyle.size;
  $patchStyleText(selection, { [properties[name]]: isDefault ? null : value });
}

/** The value of the selected text; empty if it has several or one that the toolbar does not offer. */
export function $textStyle(selection: RangeSelection, name: StyleName): string {
  const stored = $getSelectionStyleValueForProperty(selection, properties[name], plainStyle[name]);
  if (name === "size") return stored;
  const choices = name === "font" ? fonts : fontColours;
  const same = name === "font" ? firstFamily : hexColour;
  return choices.find(([value]) => same(value) === same(stored))?.[0] ?? "";
}

const firstFamily = (families: string) =>
  (families.split(",")[0] ?? "").replace(/["']/g, "").trim().toLowerCase();

/** Converts `#abc` and `rgb(…)` to six lower-case hexadecimal digits; browsers store the second for the first. */
function hexColour(colour: string): string {
  const channels = /^rgb\((\d+), ?(\d+), ?(\d+)\)$/.exec(colour)?.slice(1);
  if (channels) return channels.map((channel) => Number(channel).toString(16).padStart(2, "0")).join("");
  const digits = colour.replace("#", "").toLowerCase();
  return digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
}
