import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../database/database.ts";
import { asRefused } from "./reply.ts";

it.each([
  ["a name that cannot be looked up", "postgres://me@no-such-host.invalid/own"],
  ["a port at which nothing listens", "postgres://me@127.0.0.1:1/own"],
  ["a socket that does not exist", "postgres:///own?host=/nowhere"],
])("refuses with 503 while the database is at %s", async (_, url) => {
  const { pool, close } = openDatabase(url);
  onTestFinished(close);
  const error = await pool.query("SELECT 1").catch((cause: unknown) => cause);
  expect(asRefused(error)).toMatchObject({ code: "overload", detail: { retryAfter: 1 } });
});

it("tells an unreachable database apart from a fault", () => {
  const coded = (code: string, syscall?: string) => Object.assign(new Error(), { code, syscall });
  const unreachable = [
    coded("EAI_AGAIN", "getaddrinfo"),
    coded("EBUSY", "getaddrinfo"),
    coded("EMFILE", "connect"),
    // Several addresses of one name.
    Object.assign(new AggregateError([]), { code: "EHOSTUNREACH" }),
    coded("ECONNRESET", "read"),
    // Connections that the server refuses, and a server that stops or has no room.
    ...["28P01", "3D000", "57P03", "53300"].map((code) => coded(code)),
    new Error("Query read timeout"),
  ];
  for (const error of unreachable) expect(asRefused(error).code).toBe("overload");
  const faults = [coded("23505"), coded("22012"), coded("ENOENT", "open"), new TypeError("x is undefined")];
  for (const error of faults) expect(asRefused(error).code).toBe("fault");
});
