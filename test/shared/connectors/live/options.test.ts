import { expect, test } from 'vitest';
import { UsageError } from '../../../../src/commands/command-line.ts';
import { readOptions } from './options.ts';

const adyen = ['adyen', '--key', 'AQEyhmfxK_of_a_test', '--merchant-account', 'AcmeCOM'];

test('connector:check refuses live keys, unknown vendors and unknown options, and repeats none', () => {
  for (const [args, message] of [
    [['stripe', '--key', 'sk_live_abcdefgh'], /test mode/],
    [['stripe'], /^--key is missing: secret or restricted key of test mode/],
    [['adyen', '--key', 'AQEabcdefgh'], /^--merchant-account is missing/],
    [['adyen', '--key', 'live_abcdefgh', '--merchant-account', 'AcmeCOM'], /client key/],
    [['stripe', '--kee', 'sk_test_abcdefgh'], /no option --kee/],
    [['nobody', '--key', 'sk_test_abcdefgh'], /no check of this vendor/],
    [[...adyen, '--base-url', 'abcdefgh'], /must be an address/],
  ] as const) {
    const read = () => readOptions(args);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/abcdefgh/);
  }
});

test('connector:check calls the stand-in of CONNECTOR_BASE_URLS unless an option names another', () => {
  const [given, named] = ['http://127.0.0.1:9001', 'http://127.0.0.1:9002'];
  expect(readOptions(adyen, { adyen: given })!.baseUrl).toBe(given);
  expect(readOptions([...adyen, '--base-url', named], { adyen: given })!.baseUrl).toBe(named);
  expect(readOptions(adyen, { stripe: given })!.baseUrl).toBeNull();
  expect(readOptions(adyen)!.credentials).toEqual({ api_key: 'AQEyhmfxK_of_a_test', key1: 'AcmeCOM' });
});
