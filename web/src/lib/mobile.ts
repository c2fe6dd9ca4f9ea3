/** Maximum width of mobile screens in px; the style sheets use the same number (spec/ui.md §1). */
export const mobileWidth = 768;

export const isMobile = (): boolean => window.matchMedia(`(max-width: ${mobileWidth}px)`).matches;
