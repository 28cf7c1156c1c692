import { describe, expect, it } from 'vitest';
import { readOptions, UsageError } from '../../../src/dev/listen/options.ts';

const key = ['--api-key', 'sk_test_abc'];

/** What is said against arguments. */
function errorOf(...args: string[]): string {
  try {
    readOptions(args);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  throw new Error('They were taken.');
}

describe('the arguments of npm run listen', () => {
  it('need nothing but a key', () => {
    expect(readOptions(key)).toEqual({
      apiKey: 'sk_test_abc',
      serviceUrl: 'http://127.0.0.1:8080',
      port: 8090,
      profileId: null,
      failPercent: 0,
      answerStatus: null,
      delayMs: 0,
      showsBodies: false,
      keepsAddresses: false,
    });
  });

  it('are all heeded', () => {
    const args =
      '--url https://pay.example.com/ --port 0 --profile pro_1 --answer 410 --delay 2000 --body --keep';
    expect(readOptions([...key, ...args.split(' ')])).toEqual({
      apiKey: 'sk_test_abc',
      serviceUrl: 'https://pay.example.com',
      port: 0,
      profileId: 'pro_1',
      failPercent: 0,
      answerStatus: 410,
      delayMs: 2000,
      showsBodies: true,
      keepsAddresses: true,
    });
    expect(readOptions([...key, '--fail', '30'])?.failPercent).toBe(30);
    expect(readOptions(['--help'])).toBeNull();
  });

  it('say where a key comes from when there is none', () => {
    expect(errorOf()).toMatch(/^--api-key is missing\. .*npm start/);
    expect(errorOf('--api-key', '')).toMatch(/^--api-key is missing/);
  });

  it('take no live key: its webhooks belong to a server', () => {
    expect(errorOf('--api-key', 'sk_live_abc')).toContain('live key');
  });

  it.each([
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
  ])('name %s when it is %s', (name, value) => {
    const message = errorOf(...key, `${name}=${value}`);
    expect(message).toMatch(new RegExp(`^${name} must be `));
    expect(message).not.toContain('secret');
  });

  it('name what is not known, and what excludes each other', () => {
    expect(errorOf(...key, '--prot', '1')).toContain('--prot');
    expect(errorOf(...key, '--fail', '1', '--answer', '200')).toContain('exclude each other');
  });

  it('are never repeated: a value may be a key in the wrong place', () => {
    for (const args of [['sk_test_abc'], [...key, 'sk_test_xyz'], ['--api-key', 'sk_test_abc…']]) {
      expect(errorOf(...args)).not.toMatch(/abc|xyz/);
    }
    expect(errorOf('--body=sk_test_abc')).not.toContain('abc');
    expect(errorOf('--unknown=sk_test_abc')).not.toContain('abc');
  });
});
