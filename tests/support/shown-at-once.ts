/**
 * Attributes that jsdom's own style sheet evaluates, besides the element name, to determine how an element is
 * displayed.
 */
const asked = ["hidden", "open", "popover", "type"] as const;

/**
 * Caches the default display of elements. A search for a role or a name asks for it again and again for each element,
 * and jsdom compares each with every rule of its style sheet: a third of the time of a page's spec. The result is
 * cached per element name as long as neither it nor a style sheet of the page has its own style. Not used in CI.
 */
export function rememberWhatIsShown(): void {
  const styleOf = (globalThis as unknown as { jsdom: { window: Window } }).jsdom.window.getComputedStyle;
  const displays = new Map<string, string>();

  function displayOf(element: Element): string {
    if (element.hasAttribute("style") || element.localName === "summary") return styleOf(element).display;
    const kind = JSON.stringify([element.localName, ...asked.map((name) => element.getAttribute(name))]);
    const known = displays.get(kind);
    if (known !== undefined) return known;
    const display = styleOf(element).display;
    displays.set(kind, display);
    return display;
  }

  function visibilityOf(element: Element): string {
    for (let above: Element | null = element; above; above = above.parentElement)
      if (above.getAttribute("style")?.includes("visibility") || above.hasAttribute("hidden"))
        return styleOf(element).visibility;
    return "visible";
  }

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || document.styleSheets.length > 0) return styleOf(element, pseudo);
    const ofProperty = (property: string) => {
      if (property === "display") return displayOf(element);
      if (property === "visibility") return visibilityOf(element);
      return styleOf(element).getPropertyValue(property);
    };
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === "getPropertyValue") return ofProperty;
        if (name === "display" || name === "visibility") return ofProperty(name);
        const style = styleOf(element);
        const value = Reflect.get(style, name, style);
        return typeof value === "function" ? value.bind(style) : value;
      },
    });
  };
}
