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
}

export {};
