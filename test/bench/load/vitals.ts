import { sql } from '../cluster.ts';
import { cpuMs, residentMb } from '../processes.ts';

/** A sample of the service under load. */
export interface Vital {
  readonly atS: number;
  readonly residentMb: number;
  /** The used heap. */
  readonly heapMb: number;
  /** For how long the oldest webhook delivery has been due, in seconds. */
  readonly oldestDeliveryS: number;
  /** The event loop's delay since the sample before, in milliseconds. */
  readonly loopP50Ms: number;
  readonly loopP99Ms: number;
  /** Processor time of the service and of PostgreSQL since they started, in milliseconds. */
  readonly serviceMs: number;
  readonly databaseMs: number;
  readonly databaseMb: number;
}

/** Reads the service's memory and processor time, PostgreSQL's, and the service's metrics. */
export async function vitalOf(
  pid: number,
  metricsUrl: string,
  superuserUrl: string,
  atS: number,
): Promise<Vital> {
  const text = await (await fetch(metricsUrl)).text();
  const metric = (series: string): number => {
    const value = new RegExp(`^${series} (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`The metrics have no ${series}.`);
    return Number(value);
  };
  const [row] = await sql(
    superuserUrl,
    `select pg_database_size(current_database())::float8 as bytes,
       split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid`,
  );
  const { bytes, pid: postmaster } = row as { bytes: number; pid: number };
  return {
    atS,
    residentMb: residentMb(pid),
    heapMb: metric('nodejs_heap_size_used_bytes') / 1e6,
    oldestDeliveryS: metric('switchyard_queue_oldest_seconds\\{[^}]*queue="webhook_deliveries"[^}]*\\}'),
    loopP50Ms: metric('nodejs_eventloop_lag_p50_seconds') * 1_000,
    loopP99Ms: metric('nodejs_eventloop_lag_p99_seconds') * 1_000,
    serviceMs: cpuMs(pid),
    databaseMs: cpuMs(postmaster),
    databaseMb: bytes / 1e6,
  };
}

/** Memory growth in MB a minute: the slope of the least-squares line. NaN for fewer than two samples. */
export function growthPerMinute(vitals: readonly Vital[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const minutes = vitals.map(({ atS }) => atS / 60);
  const sizes = vitals.map((vital) => vital.residentMb);
  const [x, y] = [mean(minutes), mean(sizes)];
  const covariance = minutes.reduce((sum, each, i) => sum + (each - x) * (sizes[i]! - y), 0);
  return covariance / minutes.reduce((sum, each) => sum + (each - x) ** 2, 0);
}
