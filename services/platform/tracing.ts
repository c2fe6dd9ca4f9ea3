import type { Context, Tracer } from "@opentelemetry/api";
import { Refused } from "#contracts/errors";
import type { EventMeta } from "../event-store/event-store.ts";
import type { Logger } from "./logging.ts";

/** Kinds, codes and numbers; never an id, a text, a token or an address: readers of traces may not read those. */
export type Attributes = Readonly<Record<string, string | number>>;

interface SpanOptions {
  readonly attributes?: Attributes;
  /** It answers a caller outside this process. */
  readonly isRequest?: boolean;
  /** `traceparent` of a recorded event that the work follows from; otherwise it belongs to the span around it. */
  readonly parent?: string | undefined;
}

type Api = typeof import("@opentelemetry/api");
interface Tracing {
  readonly api: Api;
  readonly tracer: Tracer;
  readonly stop: () => Promise<void>;
}
let tracing: Tracing | undefined;

/** A collector is near: what it has not taken by then is dropped, so that a process can end. */
const exportTimeoutMs = 2000;

/**
 * Sends spans of this process to an OTLP collector (JSON over HTTP) until `stopTracing`. OpenTelemetry is loaded here and
 * nowhere else, so it costs nothing where no collector is set. Further settings are its own variables (OTEL_…).
 */
export async function startTracing(endpoint: URL, log: Logger): Promise<void> {
  const [api, { BatchSpanProcessor, NodeTracerProvider }, resources, { OTLPTraceExporter }] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace-node"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/exporter-trace-otlp-http"),
    ]);
  const url = new URL("v1/traces", endpoint.href.replace(/\/?$/, "/")).href;
  // No detectors: they would add host, user and command line.
  const service = { "service.name": process.env.OTEL_SERVICE_NAME || "algomoim" };
  const provider = new NodeTracerProvider({
    resource: resources.defaultResource().merge(resources.resourceFromAttributes(service)),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs }))],
  });
  reportOnce(api, () =>
    log.warn("spans could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT; this is said once"),
  );
  provider.register({ propagator: null });
  tracing = { api, tracer: api.trace.getTracer("algomoim"), stop: () => provider.shutdown() };
}

/** What the batch processor says of each failed export would fill the log, with answers of the collector in it. */
function reportOnce({ diag }: Api, report: () => void): void {
  let isReported = false;
  const quiet = () => {};
  const error = () => {
    if (!isReported) report();
    isReported = true;
  };
  const logger = { error, warn: quiet, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, { suppressOverrideMessage: true });
}

/** Sends what is left. */
export async function stopTracing(): Promise<void> {
  const stopped = tracing;
  tracing = undefined;
  await stopped?.stop().catch(() => {});
  stopped?.api.trace.disable();
  stopped?.api.context.disable();
}

/**
 * Does some work in a span of its own; without a collector it only does the work. Errors are noted by name: their messages
 * may be personal.
 * @param work gets a function that adds attributes to the span
 */
export async function inSpan<T>(
  name: string,
  { attributes = {}, isRequest = false, parent }: SpanOptions,
  work: (note: (attributes: Attributes) => void) => Promise<T>,
): Promise<T> {
  if (!tracing) return work(() => {});
  const { api, tracer } = tracing;
  const kind = isRequest ? api.SpanKind.SERVER : api.SpanKind.INTERNAL;
  const around = parent === undefined ? api.context.active() : contextOf(api, parent);
  return tracer.startActiveSpan(name, { attributes, kind }, around, async (span) => {
    const note = (noted: Attributes) => {
      span.setAttributes(noted);
      if ("error.type" in noted) span.setStatus({ code: api.SpanStatusCode.ERROR });
    };
    try {
      return await work(note);
    } catch (error) {
      if (error instanceof Refused) note({ refusal: error.code });
      else note({ "error.type": error instanceof Error ? error.name : "unknown" });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds the present span to what is stored with events; nothing where none is recorded. */
export function withTrace<T extends Omit<EventMeta, "commandId">>(meta: T): T {
  const span = tracing?.api.trace.getActiveSpan();
  if (!span?.isRecording()) return meta;
  const { traceId, spanId } = span.spanContext();
  return { ...meta, traceparent: `00-${traceId}-${spanId}-01` };
}

/**
 * A span that ends now in the trace of a recorded event, where that has one.
 * @param began milliseconds since 1970
 */
export function recordSpan(name: string, traceparent: string | undefined, began: number): void {
  if (!tracing || traceparent === undefined) return;
  const { api, tracer } = tracing;
  tracer.startSpan(name, { startTime: began }, contextOf(api, traceparent)).end();
}

/** Of a W3C trace context as `withTrace` writes it. */
function contextOf(api: Api, traceparent: string): Context {
  const [, traceId = "", spanId = ""] = traceparent.split("-");
  const { SAMPLED } = api.TraceFlags;
  return api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags: SAMPLED, isRemote: true });
}
