import type pg from "pg";
import type { EventStore } from "../event-store/event-store.ts";
import type { Secrets as AllSecrets } from "../platform/privacy/secrets.ts";

/** How far a member has come. `absent`: the stream does not exist. */
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
  /** Encrypts what the event schemas mark as personal. */
  readonly store: EventStore;
  /** Origin under which people reach the site. */
  readonly publicUrl: URL;
  readonly secrets: Secrets;
  /** `development` is the provider in this process, refused in production. */
  readonly provider: ProviderSettings | "development";
  readonly log: IdentityLog;
  readonly memberState: (uuid: string) => Promise<MemberState>;
  readonly now?: () => Date;
  /** Milliseconds that a login waits for the provider. Default 5000, a minute for the one in this process. */
  readonly providerTimeoutMs?: number;
}
