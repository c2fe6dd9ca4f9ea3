import type { Server } from "node:http";
import type { PictureStore } from "../images/picture-store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { LiveServerLimits } from "../platform/live/options.ts";
import type { Logger } from "../platform/logging.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { ReadModelProgress } from "../platform/progress.ts";
import type { Storage } from "./storage.ts";

export interface StartOptions {
  readonly log: Logger;
  /** Folder of the built client; without it only the server's own paths are served. */
  readonly siteFolder?: string;
  readonly now?: () => Date;
  readonly liveLimits?: Partial<LiveServerLimits>;
  /** Pause between two polls for due deliveries and digests. */
  readonly deliveryPollMs?: number;
  /** Replaces the clocks of the product. */
  readonly clocks?: readonly Clock[];
}

/** What the process has opened before it accepts requests; passed on as a whole. */
export interface ProcessContext {
  readonly config: Config;
  readonly options: StartOptions;
  readonly now: () => Date;
  readonly metrics: Metrics;
  readonly storage: Storage;
  readonly pictures: PictureStore;
  readonly roleOfProjector: () => string;
  readonly progress: ReadModelProgress;
  readonly server: Server;
  /** Public URL. */
  readonly url: URL;
}
