import type { Context, Tracer } from "@opentelemetry/api";
import { Refused } from "#contracts/errors";
import type { EventMeta } from "../event-store/event-store.ts";
import type { Logger } from "./logging.ts";

/**
 * Kinds, codes and numbers; never an id, a text, a token or an address, because readers of traces may not read those.
 */
export type Attributes = Readonly<Record<string, string | number>>;

interface SpanOptions {
  readonly attributes?: Attributes;
  /** Whether the span serves a request from outside this process. */
  readonly isRequest?: boolean;
  /** `traceparent` of the recorded event that caused the work; by default the current span is the parent. */
  readonly parent?: string | undefined;
}

type Api = typeof import("@opentelemetry/api");
interface Tracing {
  readonly api: Api;
  readonly tracer: Tracer;
}
let tracing: Tracing | undefined;

/** Spans not accepted within this time are dropped, so that a process can end. */
const exportTimeoutMs = 2000;

/**
 * Sends spans of this process to an OTLP collector (JSON over HTTP) until it is closed, which sends the remaining
 * ones. OpenTelemetry is loaded only here, so it costs nothing where no collector is set. Its own variables (OTEL_…) configure the rest.
 */
export async function startTracing(
  endpoint: URL,
  log: Logger,
): Promise<{ readonly close: () => Promise<void> }> {
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
    log.warn("spans could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT; further failures are not logged"),
  );
  provider.register({ propagator: null });
  tracing = { api, tracer: api.trace.getTracer("algomoim") };
  return {
    async close() {
      tracing = undefined;
      await provider.shutdown().catch(() => {});
      api.trace.disable();
      api.context.disable();
    },
  };
}

/** The batch processor logs each failed export with the collector's response, which would fill the log. */
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

/**
 * Runs some work in a span of its own; without a collector it only runs the work. Errors are recorded by name, because
 * their messages may be personal.
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

/** Adds the current span to the metadata of events; nothing if none is recorded. */
export function withTrace<T extends Omit<EventMeta, "commandId">>(meta: T): T {
  const span = tracing?.api.trace.getActiveSpan();
  if (!span?.isRecording()) return meta;
  const { traceId, spanId } = span.spanContext();
  return { ...meta, traceparent: `00-${traceId}-${spanId}-01` };
}

/**
 * Records a span that ends now in the trace of a recorded event, if that has one.
 * @param began milliseconds since 1970
 */
export function recordSpan(name: string, traceparent: string | undefined, began: number): void {
  if (!tracing || traceparent === undefined) return;
  const { api, tracer } = tracing;
  tracer.startSpan(name, { startTime: began }, contextOf(api, traceparent)).end();
}

/** Parses a W3C trace context as `withTrace` writes it. */
function contextOf(api: Api, traceparent: string): Context {
  const [, traceId = "", spanId = ""] = traceparent.split("-");
  const { SAMPLED } = api.TraceFlags;
  return api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags: SAMPLED, isRemote: true });
}
