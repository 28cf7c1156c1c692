import { expect } from 'vitest';
import { test } from '../../kit/test.ts';

const body = (text: string) => Buffer.from(text, 'latin1');

test.for([
  ['/customers', body('{"name":"\xff\xfe"}')],
  ['/graphql', body('{"query":"{ viewer { keyKind } } # \xc3"}')],
] as const)(
  'A body that is not UTF-8 is refused, not stored altered: %s',
  async ([path, sent], { service, shop }) => {
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'api-key': shop.key, 'content-type': 'application/json' },
      body: sent,
    });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringMatching(/malformed_json.*|The body is not valid UTF-8/),
    ]);
  },
);
