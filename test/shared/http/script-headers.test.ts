import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { bundlesFolder } from '../../../src/http/pages/bundled-page.ts';
import { documentHeaders, isPartOfPage } from '../../../src/http/pages/stored-document.ts';
import { test } from '../../kit/test.ts';

/** The size budget for a script's headers: a page loads dozens of scripts. */
const BYTES_MAX = 550;

const assets = ['dashboard', 'checkout', 'elements', 'recipient', 'docs', 'graphiql'].flatMap((page) =>
  readdirSync(path.join(bundlesFolder, page, 'assets'))
    .filter((file) => !file.endsWith('.br'))
    .map((file) => `/${page}/assets/${file}`),
);

test('Scripts and styles omit headers for documents; documents and workers have them', async ({
  service,
}) => {
  const parts = assets.filter((file) => isPartOfPage(file));
  expect(parts.length).toBeGreaterThan(40);
  for (const address of assets) {
    const response = await fetch(service.url + address, { method: 'HEAD' });
    const sent = [...response.headers];
    const names = sent.map(([name]) => name);
    expect([address, response.status, response.headers.get('x-content-type-options')]).toEqual([
      address,
      200,
      'nosniff',
    ]);
    const forDocuments = names.filter((name) => documentHeaders.includes(name));
    if (!isPartOfPage(address)) expect([address, forDocuments]).not.toEqual([address, []]);
    else {
      expect([address, forDocuments]).toEqual([address, []]);
      const bytes = sent.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
      expect([address, bytes < BYTES_MAX, bytes]).toEqual([address, true, bytes]);
    }
  }
});
