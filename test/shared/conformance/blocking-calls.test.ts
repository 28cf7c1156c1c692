import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Calls that hold the event loop for as long as their input takes. */
const BLOCKING =
  /\b(?:gzip|gunzip|deflate|inflate|deflateRaw|inflateRaw|unzip|brotliCompress|brotliDecompress|zstdCompress|zstdDecompress|scrypt|pbkdf2|generateKeyPair|generatePrime|exec|execFile|spawn)Sync\(/g;

/** Where one is right, and why. */
const exempt: Readonly<Record<string, string>> = {
  'core/foundation/packed-text.ts':
    'bodies of events and stored JSON: a small text takes less time than a turn of another thread',
  'people/password-hashes.ts': 'runs in a thread of its own',
  'connectors/sandbox/authenticate.ts': 'once in a process, on a curve for which it is quick',
};

const src = path.join(import.meta.dirname, '../../../src');

test('Nothing that serves compresses, hashes a password or runs a program while the event loop waits', () => {
  const files = globSync('**/*.ts', { cwd: src }).filter((file) => !/^(dev|commands)\//.test(file));
  expect(files.length).toBeGreaterThan(500);
  const blocking = files.flatMap((file) =>
    [...readFileSync(path.join(src, file), 'utf8').matchAll(BLOCKING)].map(([call]) => [file, call] as const),
  );
  expect(blocking.filter(([file]) => exempt[file] === undefined)).toEqual([]);
  expect(Object.keys(exempt).filter((file) => !blocking.some(([of]) => of === file))).toEqual([]);
});
