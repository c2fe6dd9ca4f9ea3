import { deliveryMigrations } from "../delivery/migrations.ts";
import { discussionMigrations } from "../discussion/migrations.ts";
import { documentsMigrations } from "../documents/migrations.ts";
import { draftsMigrations } from "../drafts/migrations.ts";
import { eventStoreMigrations } from "../event-store/postgres/schema.ts";
import { identityMigrations } from "../identity/migrations.ts";
import { imagesMigrations } from "../images/migrations.ts";
import { idsMigrations } from "../platform/database/ids.ts";
import type { Migration } from "../platform/database/migrations.ts";
import { keyMarkMigrations } from "../platform/privacy/key-mark.ts";
import { memberKeysMigrations } from "../platform/privacy/member-keys.ts";
import { quotaMigrations } from "../platform/quotas.ts";
import { reactorsMigrations } from "../platform/reactors/positions.ts";
import { entryPasswordMigrations } from "../team/entry-passwords.ts";
import { backupTimesMigrations } from "./backup-times.ts";
import { erasureMigrations } from "./erasure.ts";

/** Every table of the services, in the order of its first release. Read models define their own. */
export const serviceMigrations: readonly Migration[] = [
  ...eventStoreMigrations,
  ...memberKeysMigrations,
  ...idsMigrations,
  ...identityMigrations,
  ...imagesMigrations,
  ...entryPasswordMigrations,
  ...reactorsMigrations,
  ...documentsMigrations,
  ...keyMarkMigrations,
  ...draftsMigrations,
  ...erasureMigrations,
  ...backupTimesMigrations,
  ...quotaMigrations,
  ...deliveryMigrations,
  ...discussionMigrations,
];
