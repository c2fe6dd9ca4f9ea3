import { Gauge, type Registry } from "prom-client";
import type { Delivery } from "../delivery/delivery.ts";
import type { Documents } from "../documents/documents.ts";
import type { ClockState } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { isDiskFull } from "../platform/database/disk.ts";
import type { Live } from "../platform/live/live.ts";
import type { ReactorStatus } from "../platform/reactors/running-reactor.ts";
import { readBackupTimes } from "./backup-times.ts";
import type { ReadModelHealth } from "./health.ts";

type ReadModel = ReadModelHealth & { readonly events: number };

interface GaugeSources {
  readonly database: Pick<Database<unknown>, "pool" | "pipeline">;
  readonly live: Live["stats"];
  readonly documents: Documents["stats"];
  readonly readModels: () => Promise<readonly ReadModel[]>;
  readonly reactors: () => readonly ReactorStatus[];
  readonly projector: () => string;
  readonly clocks: () => Promise<readonly ClockState[]>;
  readonly delivery: Pick<Delivery, "deliveries" | "subscriptions">;
}

/** Registers metrics of states instead of events; read at each scrape. */
export function registerGauges(registry: Registry, sources: GaugeSources): void {
  type Values = readonly (readonly [label: string, value: number])[];

  function labelled(name: string, help: string, label: string, read: () => Values | Promise<Values>): void {
    new Gauge({
      name: `algomoim_${name}`,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const values = await Promise.resolve(read()).catch(() => undefined);
        // While the database is unreachable the last values remain.
        if (!values) return;
        // Removed objects have no value.
        this.reset();
        for (const [key, value] of values) this.set({ [label]: key }, value);
      },
    });
  }
  function plain(name: string, help: string, read: () => number | Promise<number>): void {
    const collect = async function (this: Gauge) {
      this.set(await read());
    };
    new Gauge({ name: `algomoim_${name}`, help, registers: [registry], collect });
  }
  /** Queried once for all gauges of a scrape. */
  let reading: ReturnType<GaugeSources["readModels"]> | undefined;
  const readModels = () => {
    reading ??= sources.readModels().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const projections = (name: string, help: string, pick: (of: ReadModel) => number) =>
    labelled(`projection_${name}`, help, "projection", async () =>
      (await readModels()).map((one) => [one.name, pick(one)] as const),
    );
  const reactors = (name: string, help: string, pick: (of: ReactorStatus) => number) =>
    labelled(`reactor_${name}`, help, "reactor", () =>
      sources.reactors().map((one) => [one.name, pick(one)] as const),
    );
  const clocks = (name: string, help: string, pick: (of: ClockState) => number) =>
    labelled(`clock_${name}`, help, "clock", async () =>
      (await sources.clocks()).map((one) => [one.clock, pick(one)] as const),
    );

  const { live, documents, database } = sources;
  plain("document_connections", "Open websockets of documents", () => documents().connections);
  plain("document_rooms", "Documents that are open in a client", () => documents().rooms);
  plain("live_connections", "Open live websockets", () => live().connections);
  plain("live_subscriptions", "Watched live channels over all websockets", () => live().subscriptions);
  plain("live_pending_messages", "Messages that wait for slow clients", () => live().pending);
  plain("live_buffered_bytes", "Bytes handed to live websockets that have not left", () => live().buffered);
  projections(
    "events",
    "Events delivered to a read model since the start of the log",
    ({ events }) => events,
  );
  projections(
    "lag_events",
    "Events a read model is behind the log, counted up to 1,000,000",
    ({ lagEvents }) => lagEvents,
  );
  projections("lag_seconds", "Age of the oldest event a read model lacks", ({ lagSeconds }) => lagSeconds);
  projections("stopped", "1 when a read model stopped at a poison event", ({ state }) =>
    Number(state === "stopped"),
  );
  plain("projector_active", "1 in the process that writes the read models", () =>
    Number(sources.projector() === "active"),
  );
  reactors(
    "waiting_events",
    "Events of the present batch that a reactor has not reacted to yet",
    ({ waiting }) => waiting,
  );
  reactors("lag_seconds", "Age of the oldest of them", ({ lagSeconds }) => lagSeconds);
  reactors("retrying", "1 while a reactor's last attempt failed", ({ state }) =>
    Number(state === "retrying"),
  );
  clocks("due", "Items whose time has come and that are not recorded", ({ due }) => due);
  clocks(
    "oldest_due_seconds",
    "For how long the oldest of them has been due",
    ({ oldestDueSeconds }) => oldestDueSeconds,
  );
  plain(
    "deliveries_due",
    "Deliveries whose time has come",
    async () => (await sources.delivery.deliveries.state()).due,
  );
  plain(
    "deliveries_held",
    "Pushes that wait because their push service throttles the device or is held",
    async () => (await sources.delivery.deliveries.state()).held,
  );
  plain(
    "delivery_oldest_due_seconds",
    "For how long the oldest of them has been due",
    async () => (await sources.delivery.deliveries.state()).oldestDueSeconds,
  );
  labelled("push_subscriptions", "Devices that get pushes, by push service", "host", () =>
    sources.delivery.subscriptions.countsByHost(),
  );
  plain("disk_full", "1 while PostgreSQL finds no room on its disk", async () =>
    Number(await isDiskFull(database.pool)),
  );
  labelled(
    "backup_timestamp_seconds",
    "When a backup was last made, and when one was last restored on trial; 0 for never",
    "what",
    () => readBackupTimes(database.pool),
  );
  labelled("pool_connections", "Postgres connections", "state", () => {
    const { pool, pipeline } = database;
    const idle = pool.idleCount + pipeline.pool.idleCount;
    return [
      ["idle", idle],
      ["busy", pool.totalCount + pipeline.pool.totalCount - idle],
      ["waiting", pool.waitingCount + pipeline.pool.waitingCount],
    ];
  });
}
