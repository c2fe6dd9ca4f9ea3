import { documentsMigrations } from "./documents/migrations.ts";
import { eventStoreMigrations } from "./event-store/schema.ts";
import { identityMigrations } from "./identity/migrations.ts";
import { imagesMigrations } from "./images/migrations.ts";
import { idsMigrations } from "./platform/ids.ts";
import { memberKeysMigrations } from "./platform/member-keys.ts";
import type { Migration } from "./platform/migrations.ts";
import { reactorsMigrations } from "./platform/reactor-places.ts";
import { entryPasswordMigrations } from "./team/entry-passwords.ts";

/** Every table of the services, in the order of its first release. Read models bring their own. */
export const serviceMigrations: readonly Migration[] = [
  ...eventStoreMigrations,
  ...memberKeysMigrations,
  ...idsMigrations,
  ...identityMigrations,
  ...imagesMigrations,
  ...entryPasswordMigrations,
  ...reactorsMigrations,
  ...documentsMigrations,
];
