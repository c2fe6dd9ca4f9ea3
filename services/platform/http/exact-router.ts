import { Router } from "express";

/**
 * A router that does not treat `/METRICS` or `/metrics/` as `/metrics`, because proxies block paths by their exact
 * text.
 */
export const exactRouter = (): Router => Router({ caseSensitive: true, strict: true });
