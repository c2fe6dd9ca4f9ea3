import { eraseLater } from "../app/erasure.ts";
import { finishRotation } from "../platform/privacy/key-mark.ts";
import { rewrapKeys } from "../platform/privacy/member-keys.ts";
import { type Command, UsageError } from "./command.ts";
import { meter } from "./printer.ts";

/** No member's uuid: rows deleted by a rotation are erased like the traces of a withdrawal. */
const noMember = "00000000-0000-0000-0000-000000000000";

export const rotateKeys: Command = {
  path: ["keys", "rotate"],
  summary: "wrap with SECRET_KEY what SECRET_KEY_PREVIOUS has wrapped",
  details:
    "Give the new key as SECRET_KEY and the one before it as SECRET_KEY_PREVIOUS, to every process, and start them all again:\n" +
    "they read what either has encrypted. Then run this, while the system serves. Broken off, it goes on where it was. Once it\n" +
    "has ended, take SECRET_KEY_PREVIOUS away everywhere. What stays as it was: docs/operations/command-line.md.",
  async run(_, { config, storage, printer, signal }) {
    if (config.previousSecretKey === undefined)
      throw new UsageError(
        "Give the new key as SECRET_KEY and the one before it as SECRET_KEY_PREVIOUS, to every process.",
      );
    const { database, secrets, store } = await storage();
    const { pool } = database;
    const { rows } = await pool.query<{ members: number }>("SELECT count(*) AS members FROM member_keys");
    const report = meter(printer, "member keys", rows[0]?.members);
    let rewrapped = 0;
    // Repeats until no keys remain that a process without the new key has created meanwhile.
    for (let now = 1; now > 0; rewrapped += now)
      now = await rewrapKeys(pool, secrets.subs("member keys"), signal, report);
    await finishRotation(pool, secrets);
    // Covers rows that an interrupted rotation has left as well.
    await eraseLater(pool, noMember, await store.head());
    printer.line(
      { rewrapped },
      (row) =>
        `${row.rewrapped} members' keys wrapped with SECRET_KEY; SECRET_KEY_PREVIOUS is no longer needed. Traces of the old ones are erased within a day, or by \`erasures run\`.`,
    );
    return 0;
  },
};
