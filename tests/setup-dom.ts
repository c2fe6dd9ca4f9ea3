if (typeof document !== "undefined") {
  // On a busy machine a page may take longer than the default second to show what is waited for.
  const { configure } = await import("@testing-library/dom");
  configure({ asyncUtilTimeout: 30_000 });
  // Nothing is laid out, so nothing changes its size.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  // As in the app; without it links are those of the front page, which stands without the router.
  const { Link } = await import("react-router-dom");
  const { linkThroughRouter } = await import("#web/lib/link.tsx");
  linkThroughRouter(Link);
  listenForOneDocument();
}

/**
 * jsdom's selector engine listens at the window for each document that is asked, and each listener is compared with all
 * before it. Filters of HTML make thousands of documents, which nobody presses or types in: three quarters of their specs.
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
