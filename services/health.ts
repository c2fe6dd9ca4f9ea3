import { Router } from "express";
import type pg from "pg";
import type { Registry } from "prom-client";
import type { ReactorStatus } from "./platform/reactor-lane.ts";

export interface ProjectionHealth {
  readonly name: string;
  readonly state: string;
}

export interface HealthSources {
  readonly pool: pg.Pool;
  /** False once the process has begun to shut down. */
  readonly isOpen: () => boolean;
  readonly projections: () => readonly ProjectionHealth[];
  /** A failing one is shown and retried; what people do goes on meanwhile. */
  readonly reactors: () => readonly ReactorStatus[];
  /** Whether what people write in documents is kept; shown alone, since their browsers keep it and try again. */
  readonly documents: () => { readonly state: string };
  readonly metrics: Registry;
}

/** `/health/live`: the process answers. `/health/ready`: its dependencies and read models do, too. `/metrics`. */
export function operations(sources: HealthSources): Router {
  const { pool, isOpen, projections, reactors, documents, metrics } = sources;
  const router = Router();
  router.get("/health/live", (_request, response) => void response.json({ status: "ok" }));
  router.get("/health/ready", async (_request, response) => {
    const database = await pool.query("SELECT 1").then(
      () => "ok",
      () => "unreachable",
    );
    const readModels = database === "ok" ? projections() : [];
    const stopped = readModels.filter(({ state }) => state === "stopped");
    const isReady = isOpen() && database === "ok" && stopped.length === 0;
    response.status(isReady ? 200 : 503).json({
      status: isReady ? "ok" : "unready",
      database,
      readModels,
      reactors: reactors(),
      documents: documents(),
    });
  });
  router.get("/metrics", async (_request, response) => {
    response.type(metrics.contentType).send(await metrics.metrics());
  });
  return router;
}
