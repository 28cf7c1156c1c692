import { randomUUID } from 'node:crypto';
import { ErrorMapping } from '../../src/core/entities/error-mapping.ts';
import { insertRow, type Values } from './insert.ts';
import { ordinaryService } from './ordinary-service.ts';
import type { TestService } from './service.ts';

/** A new identifier. A run of digits would look like a card number in logs. */
export const mappingId = () =>
  `gsm_${randomUUID().replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`;

/**
 * Maps a connector's error; by default the sandbox's error at authorization. All merchants share it, so a file that maps
 * an error of the sandbox needs a service of its own.
 */
export async function mapError(service: TestService, code: string, values: Values): Promise<unknown> {
  if (values.error_mapping_id !== code && (await ordinaryService.serves(service))) {
    throw new Error(`A mapping of ${code} would change the tests of other files: use testApart.`);
  }
  const now = new Date();
  return insertRow(service, ErrorMapping, {
    error_mapping_id: mappingId(),
    connector: 'sandbox',
    flow: 'payment',
    sub_flow: 'authorize',
    code,
    message: '',
    status: 'Failure',
    step_up_possible: false,
    clear_pan_possible: false,
    created_at: now,
    modified_at: now,
    ...values,
  });
}
