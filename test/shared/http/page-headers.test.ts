import { expect } from 'vitest';
import { test } from '../../kit/test.ts';

const common = {
  'strict-transport-security': 'max-age=31536000',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

test.for(['/docs', '/graphiql'])('%s has the headers that protect a page', async (path, { service }) => {
  const { headers } = await fetch(`${service.url}${path}`);
  const sent = Object.fromEntries(headers);
  expect(sent).toMatchObject({ ...common, 'cross-origin-opener-policy': 'same-origin' });
  expect(sent['content-security-policy']).toContain("frame-ancestors 'none'");
});

test.for(['/return/m/p/t', '/sandbox/3ds/none'])(
  '%s may be opened in a frame or window of the shop',
  async (path, { service }) => {
    const { headers } = await fetch(`${service.url}${path}`);
    const sent = Object.fromEntries(headers);
    expect(sent).toMatchObject(common);
    expect([sent['x-frame-options'], sent['cross-origin-opener-policy']]).toEqual([undefined, undefined]);
  },
);
