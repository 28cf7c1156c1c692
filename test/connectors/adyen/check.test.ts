import { expect, test } from 'vitest';
import { readOptions, UsageError } from '../../../src/dev/connector-check/options.ts';
import { runCheck } from '../../../src/dev/connector-check/run-check.ts';
import { MERCHANT_ACCOUNT } from './stand-in/notifications.ts';
import { API_KEY, startStandIn } from './stand-in/server.ts';

const options = (key: string, baseUrl: string) =>
  readOptions(['adyen', '--key', key, '--merchant-account', MERCHANT_ACCOUNT, '--base-url', baseUrl])!;

test('The check of a vendor runs the good ways against Adyen, and tells what fails', async () => {
  const standIn = await startStandIn(() => new Date());
  const lines: string[] = [];
  expect(await runCheck(options(API_KEY, standIn.url), (line) => void lines.push(line))).toBe(true);
  expect(lines.join('\n')).not.toMatch(/✗|AQEyhmfxK/);
  expect(standIn.violations()).toEqual([]);
  const wrong: string[] = [];
  const refused = options('AQEyhmfxK_no_such_key_0000000000000000', standIn.url);
  expect(await runCheck(refused, (line) => void wrong.push(line))).toBe(false);
  expect(wrong.join('\n')).toContain('✗ Verify the credentials: api_key is refused');
  await standIn.close();
});

test('The check of a vendor takes no client key of Adyen for an API key', () => {
  expect(() => options('live_ABCDEFGHIJKLMNOP', 'http://127.0.0.1:9001')).toThrow(UsageError);
});

test('The check of a vendor asks the stand-in that CONNECTOR_BASE_URLS names, unless an option names another', () => {
  const [given, named] = ['http://127.0.0.1:9001', 'http://127.0.0.1:9002'];
  const args = ['adyen', '--key', API_KEY, '--merchant-account', MERCHANT_ACCOUNT];
  expect(readOptions(args, { adyen: given })!.baseUrl).toBe(given);
  expect(readOptions([...args, '--base-url', named], { adyen: given })!.baseUrl).toBe(named);
  expect(readOptions(args, { stripe: given })!.baseUrl).toBeNull();
});
