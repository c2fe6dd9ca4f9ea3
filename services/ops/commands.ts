import { auditRoles } from "./audit-roles.ts";
import { backup } from "./backup/backup.ts";
import { listErasures } from "./backup/erasures.ts";
import { keepBackups } from "./backup/keep.ts";
import { restore } from "./backup/restore.ts";
import { clocks } from "./clocks.ts";
import type { Command } from "./command.ts";
import { eventStats } from "./event-stats.ts";
import { exportEvents } from "./export-events.ts";
import { importEvents } from "./import-events.ts";
import { auditInvitations, revokeInvitations } from "./invitations.ts";
import { migrateEvents } from "./migrate-events.ts";
import { migratePictures } from "./migrate-pictures.ts";
import { notificationCommands } from "./notifications.ts";
import { listProjections, rebuildProjections, verifyProjections } from "./projections.ts";
import { replay } from "./replay.ts";
import { rotateKeys } from "./rotate-keys.ts";
import { runErasures } from "./run-erasures.ts";
import { seed } from "./seed/seed.ts";
import { revokeSessions } from "./sessions.ts";
import { status } from "./status.ts";
import { tailEvents } from "./tail-events.ts";
import { verifyErasures } from "./verify-erasures.ts";

/** All commands of `npm run ops`. */
export const commands: readonly Command[] = [
  status,
  listProjections,
  rebuildProjections,
  verifyProjections,
  tailEvents,
  exportEvents,
  importEvents,
  eventStats,
  migrateEvents,
  migratePictures,
  replay,
  auditRoles,
  auditInvitations,
  revokeInvitations,
  seed,
  revokeSessions,
  ...notificationCommands,
  clocks,
  rotateKeys,
  backup,
  restore,
  keepBackups,
  listErasures,
  runErasures,
  verifyErasures,
];
