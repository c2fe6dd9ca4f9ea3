/** Where each state is forced, and on what. */
const hovered = `:is([data-state="hover"] *)`;
const focused = `:is([data-state="focus"] :is(a, button, input, textarea, [tabindex]))`;

/** Within an element with `data-state="hover"` or `"focus"` everything looks hovered or focused. */
export function forceStates(sheets: Iterable<CSSStyleSheet>): void {
  for (const sheet of sheets) addForced(sheet);
}

function addForced(group: CSSStyleSheet | CSSGroupingRule): void {
  // From the end: what is inserted behind a rule is not met again, and the order of the sheet stays.
  for (let index = group.cssRules.length - 1; index >= 0; index -= 1) {
    const rule = group.cssRules[index];
    if (rule instanceof CSSGroupingRule && !(rule instanceof CSSStyleRule)) addForced(rule);
    if (!(rule instanceof CSSStyleRule)) continue;
    const forced = forcedSelector(rule.selectorText);
    if (forced) group.insertRule(`${forced} { ${rule.style.cssText} }`, index + 1);
  }
}

/** `.button:hover` as `.button:is([data-state="hover"] *)`; null without a state. */
export function forcedSelector(selector: string): string | null {
  const forced = selector
    .replace(/:hover(?![\w-])/g, hovered)
    .replace(/:focus(-visible)?(?![\w-])/g, focused);
  return forced === selector ? null : forced;
}
