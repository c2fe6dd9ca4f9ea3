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
export const registerGauges = (registry: Registry, sources: GaugeSources): void =>
  new Gauges(registry, sources).register();

type ValuesByLabel = readonly (readonly [label: string, value: number])[];

class Gauges {
  readonly #registry: Registry;
  readonly #sources: GaugeSources;
  /** Queried once for all gauges of a scrape. */
  #readModels: ReturnType<GaugeSources["readModels"]> | undefined;

  constructor(registry: Registry, sources: GaugeSources) {
    this.#registry = registry;
    this.#sources = sources;
  }

  register(): void {
    this.#registerSockets();
    this.#registerReadModels();
    this.#registerReactors();
    this.#registerClocks();
    this.#registerDeliveries();
    this.#registerDatabase();
  }

  #registerSockets(): void {
    const { live, documents } = this.#sources;
    this.#plain("document_connections", "Open websockets of documents", () => documents().connections);
    this.#plain("document_rooms", "Documents that are open in a client", () => documents().rooms);
    this.#plain("live_connections", "Open live websockets", () => live().connections);
    this.#plain(
      "live_subscriptions",
      "Watched live channels over all websockets",
      () => live().subscriptions,
    );
    this.#plain("live_pending_messages", "Messages that wait for slow clients", () => live().pending);
    this.#plain(
      "live_buffered_bytes",
      "Bytes handed to live websockets that have not left",
      () => live().buffered,
    );
  }

  #registerReadModels(): void {
    const ofReadModels = (name: string, help: string, pick: (of: ReadModel) => number) =>
      this.#labelled(`projection_${name}`, help, "projection", async () =>
        (await this.#readReadModels()).map((one) => [one.name, pick(one)] as const),
      );
    ofReadModels(
      "events",
      "Events delivered to a read model since the start of the log",
      ({ events }) => events,
    );
    ofReadModels(
      "lag_events",
      "Events a read model is behind the log, counted up to 1,000,000",
      ({ lagEvents }) => lagEvents,
    );
    ofReadModels("lag_seconds", "Age of the oldest event a read model lacks", ({ lagSeconds }) => lagSeconds);
    ofReadModels("stopped", "1 when a read model stopped at a poison event", ({ state }) =>
      Number(state === "stopped"),
    );
    this.#plain("projector_active", "1 in the process that writes the read models", () =>
      Number(this.#sources.projector() === "active"),
    );
  }

  #readReadModels(): ReturnType<GaugeSources["readModels"]> {
    this.#readModels ??= this.#sources.readModels().finally(() => {
      this.#readModels = undefined;
    });
    return this.#readModels;
  }

  #registerReactors(): void {
    const ofReactors = (name: string, help: string, pick: (of: ReactorStatus) => number) =>
      this.#labelled(`reactor_${name}`, help, "reactor", () =>
        this.#sources.reactors().map((one) => [one.name, pick(one)] as const),
      );
    ofReactors(
      "waiting_events",
      "Events of the present batch that a reactor has not reacted to yet",
      ({ waiting }) => waiting,
    );
    ofReactors("lag_seconds", "Age of the oldest of them", ({ lagSeconds }) => lagSeconds);
    ofReactors("retrying", "1 while a reactor's last attempt failed", ({ state }) =>
      Number(state === "retrying"),
    );
  }

  #registerClocks(): void {
    const ofClocks = (name: string, help: string, pick: (of: ClockState) => number) =>
      this.#labelled(`clock_${name}`, help, "clock", async () =>
        (await this.#sources.clocks()).map((one) => [one.clock, pick(one)] as const),
      );
    ofClocks("due", "Items whose time has come and that are not recorded", ({ due }) => due);
    ofClocks(
      "oldest_due_seconds",
      "For how long the oldest of them has been due",
      ({ oldestDueSeconds }) => oldestDueSeconds,
    );
  }

  #registerDeliveries(): void {
    const state = () => this.#sources.delivery.deliveries.state();
    this.#plain("deliveries_due", "Deliveries whose time has come", async () => (await state()).due);
    this.#plain(
      "deliveries_held",
      "Deliveries that wait because a push service or Discord throttles them, or their host is held",
      async () => (await state()).held,
    );
    this.#plain(
      "delivery_oldest_due_seconds",
      "For how long the oldest of them has been due",
      async () => (await state()).oldestDueSeconds,
    );
    this.#labelled("push_subscriptions", "Devices that get pushes, by push service", "host", () =>
      this.#sources.delivery.subscriptions.countsByHost(),
    );
  }

  #registerDatabase(): void {
    const { database } = this.#sources;
    this.#plain("disk_full", "1 while PostgreSQL finds no room on its disk", async () =>
      Number(await isDiskFull(database.pool)),
    );
    this.#labelled(
      "backup_timestamp_seconds",
      "When a backup was last made, and when one was last restored on trial; 0 for never",
      "what",
      () => readBackupTimes(database.pool),
    );
    this.#labelled("pool_connections", "Postgres connections", "state", () => {
      const { pool, pipeline } = database;
      const idle = pool.idleCount + pipeline.pool.idleCount;
      return [
        ["idle", idle],
        ["busy", pool.totalCount + pipeline.pool.totalCount - idle],
        ["waiting", pool.waitingCount + pipeline.pool.waitingCount],
      ];
    });
  }

  #labelled(
    name: string,
    help: string,
    label: string,
    read: () => ValuesByLabel | Promise<ValuesByLabel>,
  ): void {
    new Gauge({
      name: `algomoim_${name}`,
      help,
      labelNames: [label],
      registers: [this.#registry],
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

  #plain(name: string, help: string, read: () => number | Promise<number>): void {
    const collect = async function (this: Gauge) {
      this.set(await read());
    };
    new Gauge({ name: `algomoim_${name}`, help, registers: [this.#registry], collect });
  }
}
