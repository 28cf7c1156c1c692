import { residentMb } from '../processes.ts';

/** A sample of the service under load. */
export interface Vital {
  readonly atS: number;
  readonly residentMb: number;
  /** For how long the oldest webhook delivery has been due, in seconds. */
  readonly oldestDeliveryS: number;
}

/** Reads the service's memory, and from its metrics the age of the oldest webhook delivery. */
export async function vitalOf(pid: number, metricsUrl: string, atS: number): Promise<Vital> {
  const text = await (await fetch(metricsUrl)).text();
  const oldest = /^switchyard_queue_oldest_seconds\{[^}]*queue="webhook_deliveries"[^}]*\} (\S+)$/m.exec(
    text,
  )?.[1];
  if (oldest === undefined) throw new Error('The metrics do not tell the age of the oldest delivery.');
  return { atS, residentMb: residentMb(pid), oldestDeliveryS: Number(oldest) };
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
