import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const deploy = path.resolve(import.meta.dirname, '../../../deploy');
/** The service's own image, which an operator builds and names. */
const own = /^switchyard(:|$)/;

test('Every third-party image is pinned by its digest', () => {
  const images = readdirSync(deploy)
    .filter((file) => /\.ya?ml$|Dockerfile/.test(file))
    .flatMap((file) => [
      ...readFileSync(path.join(deploy, file), 'utf8').matchAll(/^\s*(?:FROM|-?\s*image:) +(\S+)/gm),
    ])
    .map(([, image]) => image!);
  const others = images.filter((image) => !own.test(image));
  expect(others.length).toBeGreaterThanOrEqual(4);
  expect(others.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
});
