import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test as plain } from 'vitest';
import { EVIDENCE_WORDS } from '../../../../src/connectors/sandbox/disputes.ts';
import { giftCardEndings } from '../../../../src/connectors/sandbox/gift-cards.ts';
import { screenedAmounts, screenedWords } from '../../../../src/connectors/sandbox/screen.ts';
import { settingNames } from '../../../../src/connectors/sandbox/settings.ts';
import {
  checkedCards,
  coBadged,
  issuerCountries,
  PREPAID,
  testCards,
  WRONG_ZIP,
} from '../../../../src/connectors/sandbox/test-cards.ts';
import type { ConnectorAccess, Outcome } from '../../../../src/core/foundation/ports/connector.ts';
import type {
  AuthorizeRequest,
  CallBasics,
} from '../../../../src/core/foundation/ports/connector-requests.ts';
import {
  about,
  accessTo,
  authorization,
  lookUpOf,
  payoutOf,
  type SandboxWorld,
  test,
} from './sandbox-world.ts';

type CardName = keyof typeof testCards;
const cardNames = Object.keys(testCards) as CardName[];
const behaviours = cardNames.filter((name) => !/^\d+$/.test(String(name)));
const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/sandbox.md'), 'utf8');

/** The outcome of a call; a call without a response is aborted once the sandbox has written it. */
async function answered<R extends CallBasics>(
  world: SandboxWorld,
  request: R,
  call: (request: R) => Promise<Outcome>,
): Promise<Outcome | 'no response'> {
  const caller = new AbortController();
  const pending = call({ ...request, signal: caller.signal }).catch(() => 'no response' as const);
  while (!(await Promise.race([pending, world.row(request.idempotencyKey).catch(() => null)]))) {
    // The row does not exist yet.
  }
  setImmediate(() => caller.abort());
  return pending;
}

/** A merchant's view of a card: the outcomes of each operation, later look-ups and webhooks. */
async function seen(world: SandboxWorld, card: CardName): Promise<string> {
  const access = accessTo();
  const trace: unknown[] = [];
  const lookUp = async (request: CallBasics, operation: 'authorize' | 'fulfill') => {
    world.pass(60_000);
    trace.push(await world.sandbox.lookUp(access, { ...lookUpOf(request), operation }));
  };
  const modified = async (
    operation: 'capture' | 'refund' | 'void',
    of: Outcome | 'no response',
  ): Promise<void> => {
    if (of === 'no response' || !('connectorTransactionId' in of) || of.connectorTransactionId === null)
      return;
    const request = about(of);
    trace.push(operation, await world.sandbox[operation](access, request));
    world.pass(60_000);
  };
  const merchantInitiated: AuthorizeRequest['credential'] = {
    kind: 'stored',
    initiator: 'merchant',
    model: 'unscheduled',
    connectorMandateId: null,
    networkTransactionId: null,
  };
  for (const [values, ...operations] of [
    [{ capture: true }, 'refund'],
    [{ capture: true, threeDs: true }],
    [{ capture: true, credential: merchantInitiated }],
    [{ capture: false }, 'capture', 'refund'],
    [{ capture: false }, 'void'],
    [{ capture: false }],
  ] as const) {
    const request = authorization(card, values);
    const outcome = await answered(world, request, (sent) => world.sandbox.authorize(access, sent));
    trace.push(values, outcome);
    for (const operation of operations) await modified(operation, outcome);
    await lookUp(request, 'authorize');
  }
  const payout = payoutOf(card);
  trace.push(await answered(world, payout, (sent) => world.sandbox.payout(access, sent)));
  await lookUp(payout, 'fulfill');
  trace.push((await webhooks(world, access)).sort());
  return JSON.stringify(trace).replaceAll(/(?:sbx|bal)_\w+|call_\d+|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…');
}

const webhooks = async (world: SandboxWorld, access: ConnectorAccess) =>
  (await world.events(access)).map(({ body }) => JSON.stringify((body as { type?: unknown }).type ?? body));

test('Each test card behaves differently from the plain successful card', async ({ world }) => {
  const ordinary = await seen(world, 1);
  expect(await seen(world, 2)).toBe(ordinary);
  const idle: CardName[] = [];
  for (const card of behaviours) if ((await seen(world, card)) === ordinary) idle.push(card);
  expect(behaviours.length).toBeGreaterThan(30);
  expect(idle).toEqual([]);
});

/** The card numbers in a cell: `4000 0000 0000 9995, 9987 and 0069` are three. */
function numbersIn(cell: string): string[] {
  let start = '';
  return [...cell.matchAll(/\d{4}(?: \d{4}){3}|\d{4}/g)].map(([text]) => {
    if (text.length > 4) start = text.slice(0, -4);
    return (start + text.slice(-4)).replaceAll(' ', '');
  });
}

plain('docs/sandbox.md has exactly one row for each test card, and none for another', () => {
  const lines = page.split('\n');
  const heads = lines.flatMap((line, place) =>
    /^\| Card \| (Behaviour|What the sandbox reports)/.test(line) ? [place] : [],
  );
  const rows = heads.flatMap((head) => lines.slice(head + 2, lines.indexOf('', head)));
  const documented = rows.flatMap((row) => numbersIn(row.split(' | ')[0]!));
  expect(heads).toHaveLength(3);
  expect(documented.sort()).toEqual(Object.values(testCards).sort());
});

plain('docs/sandbox.md names every other value that the sandbox acts on', () => {
  const spaced = (digits: string) => digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
  const values = [
    ...Object.keys(checkedCards).map(spaced),
    ...Object.keys(coBadged).map((bin) => `${spaced(bin)} `),
    ...Object.keys(issuerCountries).map((digits) => spaced(`400000${digits}`)),
    spaced(PREPAID),
    WRONG_ZIP,
    ...screenedWords.map((word) => `\`${word}\``),
    ...screenedAmounts.map((amount) => ` ${amount} |`),
    ...EVIDENCE_WORDS.map((word) => `\`${word}\``),
    ...giftCardEndings.map((ending) => `\`${ending}\``),
    ...settingNames.map((name) => `"${name}"`),
  ];
  expect(values.length).toBeGreaterThan(25);
  expect(values.filter((value) => !page.includes(value))).toEqual([]);
});
