import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Config, ConfigError } from '../config.ts';
import type { Observe } from '../core/foundation/observe.ts';
import type { Measured, Metrics } from './metrics.ts';
import type { Traces } from './traces.ts';

/** What observes this process, as far as it is configured. */
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
 * Opens what is configured. Nothing of the rest is even loaded.
 *
 * @throws {ConfigError} if the port of the metrics cannot be listened on.
 */
export async function openTelemetry(config: Config): Promise<Telemetry> {
  const traces = config.traces ? (await import('./traces.ts')).openTraces(config.traces) : undefined;
  const served = config.metricsPort === null ? undefined : await serve(config, config.metricsPort);
  return {
    observe: both(served?.metrics.observe, traces?.observe),
    traces,
    metricsUrl: served ? urlOf(served.server) : null,
    measure: (measured) => served?.metrics.measure(measured),
    close: async () => {
      await traces?.close();
      if (served) await closeServer(served.server);
    },
  };
}

/** Observes by both, if there are both. */
function both(one: Observe | undefined, other: Observe | undefined): Observe | undefined {
  if (!one || !other) return one ?? other;
  return (step, work, resultOf) => one(step, () => other(step, work, resultOf), resultOf);
}

async function serve(
  { metricsHost }: Config,
  port: number,
): Promise<{ readonly metrics: Metrics; readonly server: Server }> {
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('./metrics.ts'),
    import('./metrics-server.ts'),
  ]);
  const metrics = createMetrics();
  const { registry } = metrics;
  const exposition = { contentType: registry.contentType, read: () => registry.metrics() };
  const server = await serveMetrics(port, metricsHost, exposition).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`METRICS_PORT ${port} of ${metricsHost} cannot be listened on (${code}).`);
  });
  return { metrics, server };
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
