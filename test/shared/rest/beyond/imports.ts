import { CompactEncrypt, importJWK } from 'jose';
import { runImports } from '../../../../src/core/imports/run-imports.ts';
import type { Client } from '../../../kit/client.ts';
import { expectContractResponse } from '../../../kit/contract.ts';
import type { TestService } from '../../../kit/service.ts';

/** A file for import. */
export interface SentFile {
  readonly body: string | Buffer;
  readonly type?: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

/** Uploads a file of payment methods. */
export async function sendImport(
  { url }: Pick<TestService, 'url'>,
  key: string,
  { body, headers = {}, query = '', type = 'text/csv' }: SentFile,
) {
  const path = `/imports/payment_methods${query}`;
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'api-key': key, ...(type ? { 'content-type': type } : {}), ...headers },
    body,
  });
  const text = await response.text();
  const { headers: answered, status } = response;
  expectContractResponse({ method: 'POST', path, status, headers: answered, text });
  return { status, headers: answered, body: JSON.parse(text) };
}

/** Encrypts a file like a client, with the service's published keys. */
export async function encryptedFor(client: Client, key: string, file: string): Promise<string> {
  const { body } = await client.get('/imports/public_key', { key });
  const [jwk] = body.keys;
  return new CompactEncrypt(Buffer.from(file))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid })
    .encrypt(await importJWK(jwk, 'RSA-OAEP-256'));
}

/** Runs the job that imports rows. */
export const saveImports = (service: TestService): Promise<number> =>
  runImports(service.contextFor({ kind: 'admin_key' }, 'req_test'));

/** Imports a file and returns its results by line. */
export async function importAll(service: TestService, client: Client, key: string, file: SentFile) {
  const { body: started, status } = await sendImport(service, key, file);
  if (status !== 200) throw new Error(JSON.stringify(started));
  await saveImports(service);
  const path = `/imports/payment_methods/${started.import_id}`;
  const { body: ended } = await client.get(path, { key });
  const { body: results } = await client.get(`${path}/results?limit=100`, { key });
  return { started, ended, results: results.data };
}

/** The n-th of many card numbers. */
export function cardNumber(n: number): string {
  const digits = `4${String(10_000_000_000_000 + n)}`;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
