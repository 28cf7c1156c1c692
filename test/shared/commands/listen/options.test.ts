import { expect, test } from 'vitest';
import { UsageError } from '../../../../src/commands/command-line.ts';
import { optionsOf } from './options-of.ts';

const key = ['--api-key', 'sk_test_abc'];

/** The complaint about arguments. */
function errorOf(...args: string[]): string {
  try {
    optionsOf(args);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  throw new Error('They were taken.');
}

test('npm run listen requires only a key', () => {
  expect(optionsOf(key)).toEqual({
    apiKey: 'sk_test_abc',
    serviceUrl: 'http://127.0.0.1:8080',
    port: 8090,
    profileId: null,
    failPercent: 0,
    answerStatus: null,
    delayMs: 0,
    showsBodies: false,
    keepsEndpoints: false,
  });
});

test('npm run listen applies every option', () => {
  const args =
    '--url https://pay.example.com/ --port 0 --profile pro_1 --answer 410 --delay 2000 --body --keep';
  expect(optionsOf([...key, ...args.split(' ')])).toEqual({
    apiKey: 'sk_test_abc',
    serviceUrl: 'https://pay.example.com',
    port: 0,
    profileId: 'pro_1',
    failPercent: 0,
    answerStatus: 410,
    delayMs: 2000,
    showsBodies: true,
    keepsEndpoints: true,
  });
  expect(optionsOf([...key, '--fail', '30'])?.failPercent).toBe(30);
});

test('npm run listen without a key says where to find one', () => {
  expect(errorOf()).toMatch(/^--api-key is missing: .*npm start/);
  expect(errorOf('--api-key', '')).toMatch(/^--api-key is missing/);
});

test('npm run listen rejects live keys', () => {
  expect(errorOf('--api-key', 'sk_live_abc')).toContain('live key');
});

test.each([
  ['--port', '65536'],
  ['--port', 'http'],
  ['--fail', '101'],
  ['--fail', '1.5'],
  ['--answer', '199'],
  ['--answer', '600'],
  ['--delay', '-1'],
  ['--delay', '600001'],
  ['--url', 'ftp://example.com'],
  ['--url', '127.0.0.1:8080'],
  ['--url', 'http://user:secret@example.com'],
  ['--profile', 'pro 1'],
])('npm run listen rejects %s %s', (name, value) => {
  const message = errorOf(...key, `${name}=${value}`);
  expect(message).toMatch(new RegExp(`^${name} must be `));
  expect(message).not.toContain('secret');
});

test('npm run listen rejects unknown options and options that exclude each other', () => {
  expect(errorOf(...key, '--prot', '1')).toContain('--prot');
  expect(errorOf(...key, '--fail', '1', '--answer', '200')).toContain('exclude each other');
});

test('npm run listen repeats no argument in its messages, as it may be a key', () => {
  for (const args of [['sk_test_abc'], [...key, 'sk_test_xyz'], ['--api-key', 'sk_test_abc…']]) {
    expect(errorOf(...args)).not.toMatch(/abc|xyz/);
  }
  expect(errorOf('--body=sk_test_abc')).not.toContain('abc');
  expect(errorOf('--unknown=sk_test_abc')).not.toContain('abc');
});
