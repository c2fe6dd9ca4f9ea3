/** What jsdom's own sheet asks, beside the kind of element, before it says how an element is displayed. */
const asked = ["hidden", "open", "popover", "type"] as const;

/**
 * Whether an element is shown is asked of each, again and again, by a search for a role or a name, and jsdom compares
 * each with every rule of its sheet: a third of a page's spec. Here once for each kind of element, as long as neither it
 * nor a sheet of the page has a style of its own. Everyday only: in CI jsdom is asked each time.
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
