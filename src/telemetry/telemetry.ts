import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config.ts';
import type { Observe } from '../core/foundation/observe.ts';
import type { Measured } from './metrics.ts';

/** What observes this process, as far as it is configured. */
export interface Telemetry {
  /** Observes steps; undefined if nothing does. */
  readonly observe: Observe | undefined;
  /** Measures the service, once there is one. */
  measure(measured: Measured): void;
  close(): Promise<void>;
}

const nothing: Telemetry = { observe: undefined, measure: () => {}, close: async () => {} };

/**
 * Opens what is configured. Without METRICS_PORT nothing of it is even loaded.
 *
 * @throws {ConfigError} if the port of the metrics cannot be listened on.
 */
export async function openTelemetry(config: Config, logger: Logger): Promise<Telemetry> {
  const { metricsHost, metricsPort } = config;
  if (metricsPort === null) return nothing;
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('./metrics.ts'),
    import('./metrics-server.ts'),
  ]);
  const metrics = createMetrics();
  const { registry } = metrics;
  const exposition = { contentType: registry.contentType, read: () => registry.metrics() };
  const server = await serveMetrics(metricsPort, metricsHost, exposition).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`METRICS_PORT ${metricsPort} of ${metricsHost} cannot be listened on (${code}).`);
  });
  logger.info({ url: urlOf(server) }, 'metrics');
  return { observe: metrics.observe, measure: metrics.measure, close: () => closeServer(server) };
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
