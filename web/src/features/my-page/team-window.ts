/** Team tabs in sight at once (spec/ui.md §21). */
export const windowSize = 5;

/** Which of `count` tabs are in sight: from `first` on, moved back where the end would leave a gap. */
export function teamWindow(first: number, count: number) {
  const last = Math.max(0, count - windowSize);
  const start = Math.min(Math.max(0, first), last);
  return {
    start,
    contains: (index: number) => index >= start && index < start + windowSize,
    canGoBack: start > 0,
    canGoOn: start < last,
  };
}
