import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Config, ConfigError } from '../config/config.ts';
import type { Observe } from '../core/foundation/ports/observe.ts';
import type { Measured, Metrics } from './metrics.ts';
import type { Traces } from './traces.ts';
import type { WorkerPlace } from './workers-metrics.ts';

/** The configured metrics and traces of this process. */
export interface Telemetry {
  /** Observes steps; undefined if nothing does. */
  readonly observe: Observe | undefined;
  /** Undefined without traces. */
  readonly traces: Omit<Traces, 'observe' | 'close'> | undefined;
  /** Where metrics are served; null without any. */
  readonly metricsUrl: string | null;
  /** Measures the service, once there is one. */
  measure(measured: Measured): void;
  close(): Promise<void>;
}

/**
 * Opens the configured telemetry; other modules are not even loaded.
 *
 * @param worker The number of this process among its supervisor's, which serves the metrics of all; null without one.
 * @throws {ConfigError} if the metrics' port cannot be listened on.
 */
export async function openTelemetry(config: Config, worker: string | null = null): Promise<Telemetry> {
  const traces = config.traces ? (await import('./traces.ts')).openTraces(config.traces) : undefined;
  const served = config.metricsPort === null ? undefined : await serve(config, config.metricsPort, worker);
  return {
    observe: both(served?.metrics.observe, traces?.observe),
    traces,
    metricsUrl: served?.server ? urlOf(served.server) : null,
    measure: (measured) => served?.metrics.measure(measured),
    close: async () => {
      await traces?.close();
      if (served?.server) await closeServer(served.server);
    },
  };
}

/** Observes by both, if there are both. */
function both(one: Observe | undefined, other: Observe | undefined): Observe | undefined {
  if (!one || !other) return one ?? other;
  return (step, work, resultOf) => one(step, () => other(step, work, resultOf), resultOf);
}

async function serve(
  config: Config,
  port: number,
  worker: string | null,
): Promise<{ readonly metrics: Metrics; readonly server: Server | null }> {
  const { createMetrics } = await import('./metrics.ts');
  const metrics = createMetrics();
  const { registry } = metrics;
  if (worker !== null) {
    // One series per process: sums over processes would fall whenever one is replaced.
    registry.setDefaultLabels({ worker });
    const { answerSupervisor } = await import('./workers-metrics.ts');
    answerSupervisor(registry);
    return { metrics, server: null };
  }
  const server = await listen(config, port, registry.contentType, () => registry.metrics());
  return { metrics, server };
}

/** The metrics of a supervisor and its processes. */
export interface SupervisorTelemetry {
  readonly metricsUrl: string;
  /** Measures the processes, once there are some. */
  measure(workers: { readonly places: readonly WorkerPlace[] }): void;
  close(): Promise<void>;
}

/** Serves the metrics of all processes of this supervisor, each series labelled with its `worker`. */
export async function openWorkersMetrics(config: Config): Promise<SupervisorTelemetry | null> {
  if (config.metricsPort === null) return null;
  const { WorkersMetrics } = await import('./workers-metrics.ts');
  const metrics = new WorkersMetrics();
  const server = await listen(config, config.metricsPort, metrics.contentType, () => metrics.read());
  return {
    metricsUrl: urlOf(server),
    measure: (workers) => metrics.measure(workers.places),
    close: () => closeServer(server),
  };
}

async function listen(
  { metricsHost }: Config,
  port: number,
  contentType: string,
  read: () => Promise<string>,
): Promise<Server> {
  const { serveMetrics } = await import('./metrics-server.ts');
  return serveMetrics(port, metricsHost, { contentType, read }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`METRICS_PORT ${port} of ${metricsHost} cannot be listened on (${code}).`);
  });
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
