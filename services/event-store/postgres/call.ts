import type pg from "pg";
import { sqlState } from "../unavailable.ts";
import { Packet, type Statement, type Texts } from "./packet.ts";

export interface Call extends Statement {
  /** The response is cut after this many bytes. */
  readonly maxBytes?: number;
}

export interface Answer {
  readonly rows: readonly Texts[];
  /** Whether rows were left out because of `maxBytes`. */
  readonly isCut: boolean;
}

/**
 * Runs a statement in a transaction of its own. pg's Query describes and parses columns and builds objects, which costs
 * a lone append a sixth of its time. The pool's `query_timeout` applies.
 * @throws an error of the database or of the connection; the connection is then replaced unless only the values were
 * rejected
 */
export const callPrepared = (pool: pg.Pool, { maxBytes, ...statement }: Call): Promise<Answer> =>
  new Promise((resolve, reject) => {
    pool.connect((failure, client) => {
      if (!client) return reject(failure);
      const packet = new Packet([statement], { maxBytes }, (error) => {
        const isRefused = error != null && isIntegrityViolation(error);
        const over = () => {
          client.release(packet.isCut || (isRefused ? undefined : (error ?? undefined)));
          if (error) reject(error);
          else resolve({ rows: packet.results[0] ?? [], isCut: packet.isCut });
        };
        // PostgreSQL reports an error before it rolls back; only after ReadyForQuery may the connection be used again.
        if (isRefused) onceReady(client.connection, over);
        else over();
      });
      client.query(packet);
    });
  });

function onceReady(connection: pg.Connection, then: () => void): void {
  const over = () => {
    connection.off("readyForQuery", over);
    connection.off("end", over);
    then();
  };
  connection.once("readyForQuery", over);
  connection.once("end", over);
}

/** The error concerns the values, not the connection. */
const isIntegrityViolation = (error: Error): boolean => sqlState(error)?.startsWith("23") === true;
