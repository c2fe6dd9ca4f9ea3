import { Router } from "express";

/** A router on which `/METRICS` and `/metrics/` are not `/metrics`: a proxy hides paths by their exact text. */
export const exactRouter = (): Router => Router({ caseSensitive: true, strict: true });
