import { expect } from 'vitest';
import { majorUnits, uncommonCurrencies } from '../../../../../src/core/foundation/currencies.ts';
import type { Connector, Outcome } from '../../../../../src/core/foundation/ports/connector.ts';
import type {
  AuthorizeRequest,
  RefundRequest,
} from '../../../../../src/core/foundation/ports/connector-requests.ts';
import { noContext } from '../../../../kit/no-context.ts';
import { type Behaviour, Inconclusive, type World } from '../world.ts';

const DETAILS = 'connector_account_details';
const path = `${DETAILS}.${DETAILS}`;

/** The credentials of the harness's account, with changes. */
const credentialsOf = ({ harness }: World): Record<string, unknown> =>
  (harness.account[DETAILS] as Record<string, Record<string, unknown>>)[DETAILS]!;
const accountWith = (world: World, keys: object, more: object = {}) =>
  world.createAccount({
    connector_type: 'payment_processor',
    [DETAILS]: { [DETAILS]: keys },
    ...more,
  });

/** The methods of a capability; other capabilities concern several methods, or request options. */
const methodOf = {
  authorize: 'authorize',
  capture: 'capture',
  increment: 'incrementAuthorization',
  void: 'void',
  refund: 'refund',
  payout: 'payout',
  cancel_payout: 'cancelPayout',
  authenticate: 'authenticate',
  complete_action: 'completeAction',
  screen: 'screen',
  session_token: 'sessionToken',
  check_balance: 'checkBalance',
  challenge_dispute: 'challengeDispute',
  accept_dispute: 'acceptDispute',
  look_up: 'lookUp',
  webhooks: 'readWebhook',
  test_webhook: 'sendTestWebhook',
  verify: 'verifyCredentials',
} as const satisfies Partial<Record<string, keyof Connector>>;

const requestFor = (world: World, given: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  idempotencyKey: world.unique('call'),
  reference: world.unique('att'),
  signal: new AbortController().signal,
  amount: 1000,
  currency: world.usual,
  method: {
    kind: 'card',
    card: {
      number: world.harness.cards.good,
      expMonth: '12',
      expYear: '2039',
      holderName: 'Ann Example',
      cvc: '737',
    },
  },
  paymentMethodType: 'credit',
  credential: { kind: 'one_off' },
  capture: true,
  threeDs: false,
  challengeRequested: false,
  authentication: null,
  returnUrl: `${world.service.url}/return/x/y/z`,
  context: noContext,
  terms: { incremental: false, extended: false, multipleCaptures: false, network: null },
  ...given,
});

const idOf = (outcome: Outcome): string =>
  (outcome as { connectorTransactionId: string }).connectorTransactionId;
const basicsOf = (world: World, prefix: string) => ({
  idempotencyKey: world.unique('call'),
  reference: world.unique(prefix),
  signal: new AbortController().signal,
});

const refundOf = (world: World, paid: Outcome, amount: number): RefundRequest => ({
  ...basicsOf(world, 'ref'),
  amount,
  currency: world.usual,
  connectorTransactionId: idOf(paid),
  reason: null,
  split: null,
});

/** A connector's declarations, its accounts' credentials, and calls below the service. */
export const accounts: readonly Behaviour[] = [
  {
    title: 'The capabilities that the connector declares are those that it has methods for',
    run: async ({ connector }) => {
      for (const [ability, method] of Object.entries(methodOf)) {
        const declared = connector.abilities.has(ability as keyof typeof methodOf);
        expect([ability, declared]).toEqual([ability, connector[method] !== undefined]);
      }
    },
  },
  {
    title: 'The capabilities and credentials of the connector are shown',
    run: async (world) => {
      const shown = (await world.get('/connectors')).find(
        ({ name }: { name: string }) => name === world.connector.name,
      );
      expect(shown.capabilities).toEqual([...world.connector.abilities]);
      const schemes = world.connector.credentials ?? [];
      expect(shown.credentials.map((one: { auth_type: string }) => one.auth_type)).toEqual(
        schemes.map(({ authType }) => authType),
      );
    },
  },
  {
    title: 'An account with an unknown credential is refused, and the credential named',
    run: async (world) => {
      const { body, status } = await accountWith(world, { ...credentialsOf(world), unheard_of: 'x' });
      expect([status, body.error.param]).toEqual([400, `${path}.unheard_of`]);
    },
  },
  {
    title: 'An account without a required credential is refused, and the credential named',
    run: async (world) => {
      const required = world.connector.credentials![0]!.keys.filter((key) => key.required !== false);
      for (const { name } of required) {
        const { [name]: _, ...others } = credentialsOf(world);
        const { body, status } = await accountWith(world, others);
        expect([status, body.error.code, body.error.param]).toEqual([
          400,
          'missing_parameter',
          `${path}.${name}`,
        ]);
      }
    },
  },
  {
    title: 'An account with another auth_type is refused, and the known ones named',
    run: async (world) => {
      const { body, status } = await accountWith(world, { ...credentialsOf(world), auth_type: 'NoKey' });
      expect([status, body.error.param]).toEqual([400, `${path}.auth_type`]);
      expect(body.error.message).toContain(world.connector.credentials![0]!.authType);
    },
  },
  {
    title: 'Credentials that the vendor accepts pass their verification',
    isLive: true,
    needs: [{ ability: 'verify' }],
    run: async (world) => {
      const answer = await accountWith(world, credentialsOf(world), { verify: true });
      expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
    },
  },
  {
    title: 'Credentials that the vendor refuses are not stored where they are verified',
    needs: [{ ability: 'verify' }, { other: 'wrong credentials' }],
    run: async (world) => {
      const wrong = { connector_type: 'payment_processor', ...world.harness.wrongAccount, verify: true };
      const { body, status } = await world.createAccount(wrong);
      expect([status, body.error.code]).toEqual([400, 'invalid_parameter']);
      expect(body.error.param).toContain(path);
    },
  },
  {
    title: 'A charge that is repeated under its key happens once, and has the same answer',
    run: async (world) => {
      const access = await world.access();
      const request = requestFor(world);
      const first = await world.connector.authorize!(access, request);
      const again = await world.connector.authorize!(access, request);
      expect([first.kind, idOf(again)]).toEqual(['succeeded', idOf(first)]);
      expect(await world.held('authorize', request.reference)).toHaveLength(1);
    },
  },
  {
    title: 'Charges that are sent under one key at the same time happen once',
    run: async (world) => {
      const access = await world.access();
      const request = requestFor(world);
      const answers = await Promise.allSettled(
        [1, 2, 3].map(() => world.connector.authorize!(access, request)),
      );
      expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
      expect(await world.held('authorize', request.reference)).toHaveLength(1);
    },
  },
  {
    title: 'A capture that is repeated under its key happens once',
    needs: [{ ability: 'capture' }],
    run: async (world) => {
      const access = await world.access();
      const held = await world.connector.authorize!(access, requestFor(world, { capture: false }));
      const capture = {
        ...basicsOf(world, 'cap'),
        amount: 400,
        currency: world.usual,
        connectorTransactionId: idOf(held),
        more: false,
      };
      const first = await world.connector.capture!(access, capture);
      expect(idOf(await world.connector.capture!(access, capture))).toBe(idOf(first));
      expect(await world.held('capture', capture.reference)).toHaveLength(1);
    },
  },
  {
    title: 'A refund that is repeated under its key happens once',
    needs: [{ ability: 'refund' }],
    run: async (world) => {
      const access = await world.access();
      const paid = await world.connector.authorize!(access, requestFor(world));
      const refund = refundOf(world, paid, 400);
      const first = await world.connector.refund!(access, refund);
      expect(idOf(await world.connector.refund!(access, refund))).toBe(idOf(first));
      expect(await world.held('refund', refund.reference)).toHaveLength(1);
    },
  },
  {
    title: 'A refund of more than was received is refused by the vendor',
    needs: [{ ability: 'refund' }],
    run: async (world) => {
      const access = await world.access();
      const paid = await world.connector.authorize!(access, requestFor(world));
      const refund = refundOf(world, paid, 1001);
      expect((await world.connector.refund!(access, refund)).kind).toMatch(/^(failed|pending)$/);
      expect(await world.held('refund', refund.reference)).toEqual([]);
    },
  },
  {
    title: 'A void of what is captured in full is refused by the vendor',
    needs: [{ ability: 'void' }],
    run: async (world) => {
      const access = await world.access();
      const paid = await world.connector.authorize!(access, requestFor(world));
      const request = { ...basicsOf(world, 'att'), connectorTransactionId: idOf(paid), reason: null };
      expect((await world.connector.void!(access, request)).kind).toMatch(/^(failed|pending)$/);
      expect(await world.held('void', request.reference)).toEqual([]);
    },
  },
  {
    title: 'A look-up of a call that the vendor never had does not find it',
    needs: [{ ability: 'look_up' }],
    run: async (world) => {
      const request = {
        ...basicsOf(world, 'att'),
        operation: 'authorize',
        connectorTransactionId: null,
        parentTransactionId: null,
        money: { amount: 1000, currency: world.usual },
        ageMs: 60_000,
      } as const;
      const found = await world.connector.lookUp!(await world.access(), request);
      expect(['not_found', 'cannot_tell']).toContain(found.kind);
      expect(found).toMatchObject({ repeat: expect.stringMatching(/^(un)?safe$/) });
    },
  },
  {
    title: 'A look-up of a call that the vendor performed finds it, or cannot tell',
    needs: [{ ability: 'look_up' }],
    run: async (world) => {
      const access = await world.access();
      const sent = requestFor(world);
      const paid = await world.connector.authorize!(access, sent);
      const { idempotencyKey, reference, signal } = sent;
      const found = await world.connector.lookUp!(access, {
        ...{ idempotencyKey, reference, signal },
        operation: 'authorize',
        connectorTransactionId: null,
        parentTransactionId: null,
        money: { amount: sent.amount, currency: sent.currency },
        ageMs: 60_000,
      });
      if (found.kind !== 'cannot_tell') expect(idOf(found as Outcome)).toBe(idOf(paid));
    },
  },
  {
    title: 'An authorization says how much the vendor holds and has captured',
    run: async (world) => {
      const access = await world.access();
      const later = world.connector.abilities.has('capture');
      const held = await world.connector.authorize!(access, requestFor(world, { capture: !later }));
      expect(held).toMatchObject({
        kind: 'succeeded',
        money: { currency: world.usual, authorized: 1000, captured: later ? 0 : 1000 },
      });
    },
  },
  {
    title: 'A call that is aborted rejects, and no error holds a card number or a credential',
    run: async (world) => {
      const access = await world.access();
      const request = requestFor(world, { signal: AbortSignal.abort(new Error('Too late.')) });
      const error: unknown = await world.connector.authorize!(access, request).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(Error);
      const told = `${(error as Error).stack} ${JSON.stringify(error)}`;
      expect(told).not.toContain(world.harness.cards.good);
      const secrets = Object.values(access.credentials).filter((value) => String(value).length > 8);
      for (const secret of secrets) expect(told).not.toContain(String(secret));
    },
  },
  {
    title: 'No card number or credential is in the log',
    needs: [{ card: 'declined' }],
    run: async (world) => {
      await world.pay('good');
      await world.pay('declined');
      const log = world.service.logs.join('');
      expect(log).not.toContain(world.harness.cards.declined);
      const { auth_type: _, ...keys } = credentialsOf(world);
      const secrets = world.connector.credentials!.flatMap((scheme) =>
        scheme.keys.filter((key) => key.secret),
      );
      for (const { name } of secrets) if (keys[name]) expect(log).not.toContain(String(keys[name]));
    },
  },
  {
    title: 'Wallets are given what their own SDK needs',
    isLive: true,
    needs: [{ ability: 'session_token' }],
    run: async (world) => {
      const open = await world.accepted(world.post('/payments', { amount: 1000, currency: world.usual }));
      const { client_secret, payment_id } = open;
      const body = { payment_id, client_secret, wallets: ['google_pay'] };
      const tokens = await world.accepted(world.postFromPage('/payments/session_tokens', body));
      if (world.harness.live && tokens.session_token.length === 0) {
        throw new Inconclusive('has no Google Pay, or lacks a credential for it');
      }
      expect(tokens.session_token).toMatchObject([
        { connector: world.connector.name, wallet_name: 'google_pay' },
      ]);
    },
  },
  {
    title: 'Google Pay is given prices of at most two decimals, or no button',
    needs: [{ ability: 'session_token' }],
    run: async (world) => {
      const access = await world.access();
      // The sandbox has button data only for an account that names the wallet.
      const named = { ...access, metadata: { ...access.metadata, google_pay: {} } };
      const priceOf = async (amount: number, currency: string) => {
        const token = await world.connector.sessionToken!(named, {
          ...basicsOf(world, 'pay'),
          ...{ wallet: 'google_pay', amount, currency, context: noContext },
          collect: { billing: false, shipping: false },
        });
        const data = token?.data as { transactionInfo: { totalPrice: string } } | null | undefined;
        return data?.transactionInfo.totalPrice ?? null;
      };
      expect(await priceOf(1234, world.usual)).toBe(majorUnits(1234, world.usual));
      for (const currency of uncommonCurrencies.get(3)!) {
        expect([currency, await priceOf(1230, currency), await priceOf(1234, currency)]).toEqual([
          currency,
          '1.23',
          null,
        ]);
      }
    },
  },
];
