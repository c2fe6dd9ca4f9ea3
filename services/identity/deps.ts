import type pg from "pg";
import type { EventStore } from "../event-store/event-store.ts";
import type { Secrets as AllSecrets } from "../platform/privacy/secrets.ts";

/** Registration state of a member. `absent`: the stream does not exist. */
export type MemberState = "absent" | "signed-up" | "complete" | "withdrawn";

export interface ProviderSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
}

export type Secrets = Pick<AllSecrets, "sub" | "subs">;

export interface IdentityLog {
  warn(fields: object, message: string): void;
}

export interface IdentityDeps {
  readonly pool: pg.Pool;
  /** Encrypts the fields that the event schemas mark as personal. */
  readonly store: EventStore;
  /** Public origin of the site. */
  readonly publicUrl: URL;
  readonly secrets: Secrets;
  /** `development` is the provider in this process, refused in production. */
  readonly provider: ProviderSettings | "development";
  readonly log: IdentityLog;
  readonly memberState: (uuid: string) => Promise<MemberState>;
  readonly now?: () => Date;
  /** How long a login waits for the provider (milliseconds). Default 5000, a minute for the one in this process. */
  readonly providerTimeoutMs?: number;
}
