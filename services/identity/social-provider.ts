import type { Request, Router } from "express";
import type { ProviderClientOptions } from "./provider-client.ts";

/** Who vouches for people. */
export interface SocialProvider {
  /** What its subjects are unique within. */
  readonly name: string;
  readonly client: Omit<ProviderClientOptions, "redirectUri" | "timeoutMs">;
  /** Its own pages when it lives in this process. Mounted at the root. */
  readonly router?: Router;
  /** What the request of a login passes on to it. */
  readonly passOn?: (request: Request) => Record<string, string>;
}
