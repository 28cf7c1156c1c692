import { expect, test } from 'vitest';
import { browserName } from '../../../src/dashboard/data/browser-name.ts';

const named = {
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0':
    'Edge on Windows',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36':
    'Chrome on Linux',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1':
    'Safari on iPhone',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:128.0) Gecko/20100101 Firefox/128.0': 'Firefox on Mac',
  'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36':
    'Samsung Internet on Android',
  'curl/8.9.1': 'curl/8.9.1',
  '': '–',
};

test('A browser shows its common name, and other programs their own name', () => {
  for (const [userAgent, name] of Object.entries(named)) expect(browserName(userAgent)).toBe(name);
  expect(browserName(null)).toBe('–');
});
