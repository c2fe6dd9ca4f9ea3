import { endSignIns } from "../identity/refresh-families.ts";
import { type Command, isGiven, textOption, UsageError } from "./command.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const revokeSessions: Command = {
  path: ["sessions", "revoke"],
  takes: "--member <uuid> | --all",
  summary: "end the sign-ins of one member or of all",
  details:
    "All running processes refuse their access tokens and close their websockets at once, and they cannot be renewed.\n" +
    "Their devices get no more pushes.",
  async run(call, { storage, printer }) {
    const member = textOption(call, "member");
    if (isGiven(call, "all") === (member !== undefined))
      throw new UsageError("Give --member <uuid> or --all.");
    if (member !== undefined && !uuid.test(member)) throw new UsageError("--member must be a uuid.");
    const { pool } = (await storage()).database;
    const whose = "($2::uuid IS NULL OR member_id = $2)";
    const ended = await endSignIns(pool, new Date(), whose, member ?? null);
    await pool.query("DELETE FROM push_subscription WHERE $1::uuid IS NULL OR member_id = $1", [
      member ?? null,
    ]);
    printer.line({ revoked: ended }, ({ revoked }) => `${revoked} sign-ins ended`);
    return 0;
  },
};
