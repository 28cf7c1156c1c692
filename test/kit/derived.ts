import { derivedRows } from '../../src/core/derived/index.ts';
import type { TestService } from './service.ts';

/** Brings derived rows up to date, as the service's tasks do every five seconds. */
export async function followDerived(service: Pick<TestService, 'contextFor'>): Promise<void> {
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_derived');
  for (const { follow } of derivedRows) await follow(ctx);
}
