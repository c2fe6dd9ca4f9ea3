import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** A part of a bench that runs in a separate process, so that its time is not measured. */
export interface HelperProcess<Order, Report> {
  readonly pid: number;
  /** Sends an order and waits for its report. */
  ask(order: Order): Promise<Report>;
  stop(): Promise<void>;
}

/** Starts a module of this folder as a process that answers each message with one message. */
export function helperProcess<Order, Report>(module: string): HelperProcess<Order, Report> {
  const child = fork(new URL(module, import.meta.url), { execArgv: ["--import", "tsx"] });
  return {
    pid: child.pid as number,
    ask: (order) => {
      const report = nextMessage<Report>(child, module);
      child.send(order as object);
      return report;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
}

function nextMessage<Report>(child: ChildProcess, module: string): Promise<Report> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${module} has ended`));
    child.once("exit", ended);
    child.once("message", (message: { fault?: string }) => {
      child.off("exit", ended);
      if (message.fault === undefined) resolve(message as Report);
      else reject(new Error(`${module}: ${message.fault}`));
    });
  });
}

/** The other side: executes orders one at a time. */
export function onOrder<Order, Report>(carryOut: (order: Order) => Promise<Report>): void {
  process.on("message", (order: Order) => {
    carryOut(order).then(
      (report) => process.send?.(report as object),
      (error: unknown) => process.send?.({ fault: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on("disconnect", () => process.exit(0));
  process.on("SIGTERM", () => process.exit(0));
}
