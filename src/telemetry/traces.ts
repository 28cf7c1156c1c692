import {
  type Attributes,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Context as TraceContext,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Config } from '../config/config.ts';
import { version } from '../config/version.ts';
import type { Observe, Step, StepKind } from '../core/foundation/ports/observe.ts';
import type { ObserveStatement } from '../database/rows.ts';

/** Where traces are sent, and which. */
export type TraceSettings = NonNullable<Config['traces']> & {
  /** Batching delay of spans, in milliseconds; OpenTelemetry's default unless given. */
  readonly flushMs?: number;
};

/** A process's traces, sent to an OTLP receiver. */
export interface Traces {
  readonly observe: Observe;
  readonly observeStatement: ObserveStatement;
  /** The W3C traceparent of the current span, to store with queued work; null outside of a trace. */
  traceparent(): string | null;
  /** The current trace. */
  traceId(): string | null;
  /** Flushes pending spans. Never rejects. */
  close(): Promise<void>;
}

const spanKinds: Readonly<Record<StepKind, SpanKind>> = Object.freeze({
  request: SpanKind.SERVER,
  graphql_operation: SpanKind.INTERNAL,
  connector_call: SpanKind.CLIENT,
  look_up: SpanKind.CONSUMER,
  webhook_attempt: SpanKind.CONSUMER,
  job: SpanKind.CONSUMER,
});

/** Callers choose the names of their operations. */
const NAME_MAX = 64;
/** Identifiers of several objects are in one attribute. */
const IDS_MAX = 1_024;

/** Opens traces. An unresponsive receiver loses spans, and delays nothing. */
export function openTraces(settings: TraceSettings): Traces {
  const { endpoint, flushMs, headers, ratio, serviceName } = settings;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...headers },
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        ...(flushMs === undefined ? {} : { scheduledDelayMillis: flushMs }),
      }),
    ],
  });
  const tracer = provider.getTracer('switchyard');
  const propagator = new W3CTraceContextPropagator();
  const contexts = new AsyncLocalStorageContextManager().enable();

  /** A step's parent: its stated cause, or the current span. Queued work starts a new trace. */
  const parentOf = ({ cause, kind }: Step): TraceContext => {
    if (cause) return propagator.extract(ROOT_CONTEXT, { traceparent: cause }, defaultTextMapGetter);
    return kind === 'connector_call' || kind === 'graphql_operation' ? contexts.active() : ROOT_CONTEXT;
  };
  const run = <T>(span: Span, parent: TraceContext, work: () => Promise<T>): Promise<T> =>
    contexts.with(trace.setSpan(parent, span), async () => {
      try {
        return await work();
      } catch (error) {
        // Messages may quote data.
        span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name });
        throw error;
      } finally {
        span.end();
      }
    });

  return {
    observe: (step, work, resultOf) => {
      const parent = parentOf(step);
      const span = tracer.startSpan(nameOf(step), { kind: spanKinds[step.kind] }, parent);
      step.traceId = span.spanContext().traceId;
      return run(span, parent, async () => {
        const value = await work();
        span.updateName(nameOf(step));
        span.setAttributes(attributesOf(step, resultOf(value)));
        return value;
      });
    },
    observeStatement: (text, work) => {
      const parent = contexts.active();
      // Background scans, such as the one for due webhooks, would drown requests.
      if (!trace.getSpan(parent)) return work();
      const name = statementName(text);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
      return run(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent), parent, work);
    },
    traceparent: () => {
      const carrier: { traceparent?: string } = {};
      propagator.inject(contexts.active(), carrier, defaultTextMapSetter);
      return carrier.traceparent ?? null;
    },
    traceId: () => trace.getSpanContext(contexts.active())?.traceId ?? null,
    close: async () => {
      await provider.shutdown().catch(() => {});
      contexts.disable();
    },
  };
}

/** A span's name. */
function nameOf({ kind, labels }: Step): string {
  const of = labels as Readonly<Record<string, string>>;
  if (kind === 'request') return `${of.method} ${of.route}`;
  if (kind === 'graphql_operation') return `${of.type} ${of.operation!.slice(0, NAME_MAX)}`;
  if (kind === 'connector_call') return `${of.connector} ${of.operation}`;
  return kind === 'job' ? `job ${of.task}` : kind.replace('_', ' ');
}

function attributesOf({ ids, kind, labels }: Step, result: string | null): Attributes {
  const of = labels as Readonly<Record<string, string>>;
  const known =
    kind === 'request'
      ? {
          'http.request.method': of.method,
          'http.route': of.route,
          ...(result === null ? {} : { 'http.response.status_code': Number(result) }),
        }
      : prefixed({ ...of, ...(result === null ? {} : { result }) });
  return { ...known, ...prefixed(ids ?? {}, IDS_MAX) };
}

const prefixed = (values: Readonly<Record<string, string>>, max = NAME_MAX): Attributes =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`switchyard.${name}`, value.slice(0, max)]),
  );

const WRITE = /\b(insert into|update|delete from)\s+"?(\w+)/i;
const READ = /\bselect\b.*?\bfrom\s+"?(\w+)/is;
/** The rest does not contribute to the name. */
const READ_MAX = 16_000;

/** Names a statement by operation and table, such as `select payments`: its text may hold values. */
export function statementName(text: string): string {
  const start = text.slice(0, READ_MAX).trimStart();
  const first = /^\w+/.exec(start)?.[0].toLowerCase() ?? '';
  // A write may be in any part of a statement.
  const [, verb, table] = (first === 'select' ? null : WRITE.exec(start)) ?? [];
  if (verb) return `${verb.split(' ')[0]!.toLowerCase()} ${table!.toLowerCase()}`;
  if (first === 'select' || first === 'with')
    return `select ${READ.exec(start)?.[1]?.toLowerCase() ?? ''}`.trimEnd();
  return ['begin', 'commit', 'rollback'].includes(first) ? first : 'statement';
}
