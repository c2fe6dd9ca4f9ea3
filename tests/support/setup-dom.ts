if (typeof document !== "undefined") {
  // A page on a busy machine takes longer than the default second; less than the limit of a test.
  const { configure, getConfig } = await import("@testing-library/dom");
  const withPage = getConfig().getElementError;
  configure({
    asyncUtilTimeout: 15_000,
    // What is waited for is missing many times before it is there; when it never comes, the page is printed once.
    getElementError: (message, container) =>
      (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
        ? Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" })
        : withPage(message, container),
  });
  // Nothing is laid out: nothing changes its size or comes into view, the window is wide, a range has no place.
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
  // As in the app; without it links are those of the front page, which stands without the router.
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
 * jsdom's selector engine listens at the window for each document that is asked, and each listener is compared with all
 * before it. Filters of HTML make thousands of documents, which no test presses or types in: three quarters of their specs.
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
