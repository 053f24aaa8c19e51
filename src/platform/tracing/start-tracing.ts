import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attributes, Context, Span as ApiSpan } from '@opentelemetry/api';
import { type Kind, type Span, type TraceHeaders, type Tracing, traceWith } from './tracing.js';

/** How long the end of the service waits for the last spans. */
const FLUSH_MS = 3_000;
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Sends spans by OTLP over HTTP to the collector that the standard variables name. The packages are loaded here, so
 * that nothing else pays for them. The collector affects no request: spans wait in memory, 2,048 at most, and the rest
 * is dropped.
 * @returns ends it: what still waits is sent, for three seconds at most
 */
export async function startTracing(version: string): Promise<() => Promise<void>> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, createTraceState, isSpanContextValid, trace } = await import('@opentelemetry/api');
  const { BasicTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-base');
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await import('@opentelemetry/resources');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'headgate', 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('headgate', version);
  const current = new AsyncLocalStorage<Context>();
  const here = (): Context => current.getStore() ?? ROOT_CONTEXT;

  const parentIn = (headers: TraceHeaders): Context => {
    const [, traceId = '', spanId = '', flags = ''] = TRACE_PARENT.exec(headers['traceparent'] ?? '') ?? [];
    const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
    if (!isSpanContextValid(parent)) return ROOT_CONTEXT;
    const state = headers['tracestate'];
    return trace.setSpanContext(ROOT_CONTEXT, {
      ...parent,
      ...(state !== undefined && { traceState: createTraceState(state) }),
    });
  };
  const spanOf = (span: ApiSpan): Span => ({
    traceId: span.spanContext().traceId,
    rename: (name) => span.updateName(name),
    set: (attributes) => span.setAttributes(attributes),
    fail: () => span.setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
  });
  const on: Tracing = {
    within<T>(name: string, kind: Kind, attributes: Attributes, work: (span: Span) => T, from?: TraceHeaders | null): T {
      const parent = from === undefined ? here() : parentIn(from ?? {});
      const span = tracer.startSpan(name, { kind: SpanKind[kind], attributes }, parent);
      return current.run(trace.setSpan(parent, span), () => work(spanOf(span)));
    },
    traceId: () => trace.getSpanContext(here())?.traceId,
    headers: () => {
      const context = trace.getSpanContext(here());
      if (context === undefined) return {};
      const { traceId, spanId, traceFlags, traceState } = context;
      const flags = traceFlags.toString(16).padStart(2, '0');
      const state = traceState?.serialize() ?? '';
      return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(state !== '' && { tracestate: state }) };
    },
  };
  traceWith(on);
  return async () => {
    traceWith(undefined);
    const late = new AbortController();
    const sent = provider.shutdown().finally(() => late.abort());
    await Promise.race([sent, sleep(FLUSH_MS, undefined, { signal: late.signal })]).catch(() => undefined);
  };
}
