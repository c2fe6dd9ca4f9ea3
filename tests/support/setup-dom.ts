if (typeof document !== "undefined") {
  // A page on a busy machine takes longer than the default second, but less than the limit of a test.
  const { configure } = await import("@testing-library/dom");
  configure({
    asyncUtilTimeout: 15_000,
    // A waited-for element is missing many times before it appears, and printing the page is slow: `screen.debug()` does.
    getElementError: (message) =>
      Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" }),
  });
  // jsdom has no layout: nothing changes its size or scrolls into view, the window is wide, a range has no position.
  class NoObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  globalThis.ResizeObserver ??= NoObserver;
  globalThis.IntersectionObserver ??= NoObserver as unknown as typeof IntersectionObserver;
  window.matchMedia ??= () =>
    ({ matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  Range.prototype.getBoundingClientRect ??= () => document.body.getBoundingClientRect();
  if (!HTMLElement.prototype.showPopover) {
    const { addPopovers } = await import("./popovers.ts");
    addPopovers();
  }
  // As in the app; without the router, links are those of the front page.
  const { Link } = await import("react-router-dom");
  const { linkThroughRouter } = await import("#web/lib/link.tsx");
  linkThroughRouter(Link);
  listenForOneDocument();
  if (process.env.EVERYDAY) {
    const { rememberWhatIsShown } = await import("./shown-at-once.ts");
    rememberWhatIsShown();
  }
}

/**
 * jsdom's selector engine adds a window listener for each queried document, and each is compared with all former ones.
 * HTML filters create thousands of documents without any events: the listeners take three quarters of the time of their
 * specs.
 */
function listenForOneDocument(): void {
  const { window: page } = (globalThis as unknown as { jsdom: { window: Window } }).jsdom;
  // The page's own document keeps its listeners.
  document.querySelector("*");
  const listen = page.addEventListener;
  page.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    ...options: [object?]
  ) => {
    if (typeof listener === "function" && /^_handle(?:Focus|Keyboard|Mouse)Event$/.test(listener.name))
      return;
    listen.call(page, type, listener, ...options);
  };
}

export {};
