import { type Command, isGiven, textOption, UsageError } from "./command.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const revokeSessions: Command = {
  path: ["sessions", "revoke"],
  takes: "--member <uuid> | --all",
  summary: "end the sign-ins of one member or of all",
  details:
    "Sign-ins cannot be renewed from now on. Access tokens that are out already still work until they end, 25 minutes at\n" +
    "most.",
  async run(call, { storage, printer }) {
    const member = textOption(call, "member");
    if (isGiven(call, "all") === (member !== undefined))
      throw new UsageError("Give --member <uuid> or --all.");
    if (member !== undefined && !uuid.test(member)) throw new UsageError("--member is a uuid.");
    const { pool } = (await storage()).database;
    const { rowCount } = await pool.query(
      "UPDATE refresh_family SET revoked_at = now() WHERE revoked_at IS NULL AND ($1::uuid IS NULL OR member_id = $1)",
      [member ?? null],
    );
    printer.line({ revoked: rowCount ?? 0 }, ({ revoked }) => `${revoked} sign-ins ended`);
    return 0;
  },
};
