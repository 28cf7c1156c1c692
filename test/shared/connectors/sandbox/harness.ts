import { randomBytes } from 'node:crypto';
import { sandboxCapabilities } from '../../../../src/connectors/sandbox/capabilities.ts';
import type { SandboxContext } from '../../../../src/connectors/sandbox/context.ts';
import { sandboxConnector } from '../../../../src/connectors/sandbox/sandbox.ts';
import { sendDueEvents } from '../../../../src/connectors/sandbox/send-webhooks.ts';
import { testCards } from '../../../../src/connectors/sandbox/test-cards.ts';
import { hasSucceeded, type SandboxTransaction } from '../../../../src/connectors/sandbox/transaction.ts';
import { SIGNATURE_HEADER, signatureHeader } from '../../../../src/connectors/sandbox/webhook-signature.ts';
import { ulidMaker } from '../../../../src/core/foundation/ids.ts';
import { type Connector, NotSentError } from '../../../../src/core/foundation/ports/connector.ts';
import type { CallBasics } from '../../../../src/core/foundation/ports/connector-requests.ts';
import { type Database, openDatabase } from '../../../../src/database/database.ts';
import { garbled, isGarbling } from '../conformance/garble.ts';
import type {
  ConnectorHarness,
  CustomerReturn,
  HarnessEnvironment,
  Loss,
  RunningHarness,
  VendorRecord,
  VendorWebhook,
} from '../conformance/harness.ts';
import { declaredTypes, giftCardsWith, othersOf } from '../conformance/method-samples.ts';
import { dashboardOf } from './dashboard.ts';

const SECRET = 'whsec_of_the_conformance_suite';
/** Longer than any of the sandbox's decisions takes. */
const EVENTS_AFTER_MS = 31_000;

const payoutTo = (number: string) => ({
  payout_type: 'card',
  payout_method_data: { card: { card_number: number, expiry_month: '12', expiry_year: '2039' } },
});
const accountWith = (apiKey: string) => ({
  connector_account_details: {
    connector_account_details: { auth_type: 'HeaderKey', api_key: apiKey },
  },
  connector_webhook_details: { merchant_secret: SECRET },
  test_mode: true,
});

/** Every local method that the sandbox declares. */
const sandboxOthers = othersOf(declaredTypes(sandboxCapabilities));

/** The sandbox is its own stand-in: it stores its state in the service's database. */
export const sandboxHarness: ConnectorHarness = {
  name: 'sandbox',
  async start(environment) {
    const database = await openDatabase({ url: environment.databaseUrl, poolMax: 5 });
    return running(environment, database);
  },
};

type Operation = Parameters<RunningHarness['loseNext']>[0];

const methods = {
  authorize: 'authorize',
  capture: 'capture',
  void: 'void',
  refund: 'refund',
  fulfill: 'payout',
  increment: 'incrementAuthorization',
  recall: 'cancelPayout',
} as const satisfies Record<Operation, keyof Connector>;

function running({ now, publicUrl }: HarnessEnvironment, database: Database): RunningHarness {
  const sandboxContext: SandboxContext = {
    rows: database.rows,
    now,
    ids: ulidMaker(),
    randomBytes,
    publicUrl,
  };
  const references = new Map<string, string>();
  const lost: { operation: Operation; when: Loss }[] = [];
  let isDown = false;

  const overNetwork = <Request extends CallBasics, Answer>(
    operation: Operation,
    call: (access: never, request: Request) => Promise<Answer>,
  ) => {
    return async (access: never, request: Request): Promise<Answer> => {
      if (isDown) throw new NotSentError('The connection was refused.');
      references.set(request.idempotencyKey, request.reference);
      const at = lost.findIndex((one) => one.operation === operation);
      const [loss] = at === -1 ? [] : lost.splice(at, 1);
      if (loss?.when === 'before') throw new Error('The connection broke.');
      const answer = await call(access, request);
      if (isGarbling(loss?.when)) return garbled(answer, loss.when);
      if (loss) throw new Error('The connection broke.');
      return answer;
    };
  };
  const sandbox = sandboxConnector(sandboxContext);
  const guarded = Object.entries(methods).map(([operation, method]) => [
    method,
    overNetwork(operation as Operation, sandbox[method] as never),
  ]);

  return {
    checkedAgainst: 'nothing: the sandbox is its own vendor',
    connector: {
      ...sandbox,
      ...Object.fromEntries(guarded),
      async forgetMethod(access, request) {
        if (isDown) throw new NotSentError('The connection was refused.');
        await sandbox.forgetMethod!(access, request);
      },
      async checkBalance(access, request) {
        if (isDown) throw new NotSentError('The connection was refused.');
        return sandbox.checkBalance!(access, request);
      },
    },
    account: accountWith('key_of_the_sandbox_account'),
    wrongAccount: accountWith('key_that_is_wrong'),
    cards: {
      good: testCards[1],
      declined: testCards.card_declined,
      soft_declined: testCards.processing_error,
      challenge: testCards.challenge,
      capture_fails: testCards.capture_fails,
      refund_fails: testCards.refund_fails,
      refund_waits: testCards.waits,
      refund_returned: testCards.refund_returned,
      capture_returned: testCards.capture_returned,
      disputed: testCards.disputed,
      refunded_elsewhere: testCards.refunded_elsewhere,
      captured_elsewhere: testCards.captured_elsewhere,
      voided_elsewhere: testCards.authorization_cancelled,
      expires: testCards.authorization_expires,
      fraud_warning: testCards.fraud_warning,
    },
    payouts: {
      good: payoutTo(testCards[1]),
      declined: payoutTo(testCards.card_declined),
      waits: payoutTo(testCards.waits),
      returned: payoutTo(testCards.payout_returned),
    },
    others: sandboxOthers,
    dashboard: dashboardOf(sandboxContext),
    giftCards: giftCardsWith({
      ...{ small: 'insufficient_balance', unknown: 'gift_card_unknown', expired: 'gift_card_expired' },
    }),
    codes: { declined: 'card_declined', soft_declined: 'processing_error' },
    feeOf: (captured) => Math.floor(captured * 0.015 + 0.5) + 25,
    currencies: { usual: 'USD', whole: 'JPY', thousandths: 'KWD' },
    loseNext: (operation, when) => void lost.push({ operation, when }),
    setDown: (down) => {
      isDown = down;
    },
    atPage: answerChallenge,
    eventsAfterMs: EVENTS_AFTER_MS,
    async webhooks() {
      const sent: VendorWebhook[] = [];
      await sendDueEvents({
        ...sandboxContext,
        secretOf: async () => SECRET,
        send: async (_url, headers, body) => {
          sent.push({ headers, body });
          return 200;
        },
      });
      return sent;
    },
    sign: (body) => ({
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signatureHeader(SECRET, now(), Buffer.from(body)),
      },
      body,
    }),
    strangeEvent: JSON.stringify({ id: 'evt_1', at: new Date(0).toISOString(), type: 'balance_low' }),
    async records() {
      const text =
        'select to_jsonb(t) as row from sandbox_transactions t order by created_at, transaction_id';
      const rows = await database.rows.query<{ row: SandboxTransaction }>(
        { text, values: [], touches: { reads: ['sandbox_transactions'] } },
        null,
      );
      return rows.flatMap(({ row }) => recordOf(row, references.get(row.idempotency_key) ?? '', now()));
    },
    async kept() {
      const text = `select transaction_id from sandbox_transactions where kind = 'authorize' and not forgotten`;
      const rows = await database.rows.query<{ transaction_id: string }>(
        { text, values: [], touches: { reads: ['sandbox_transactions'] } },
        null,
      );
      return { methods: rows.map(({ transaction_id }) => transaction_id), customers: [] };
    },
    violations: () => [],
    close: () => database.close(),
  };
}

function recordOf(row: SandboxTransaction, reference: string, now: Date): VendorRecord[] {
  const { amount, currency, kind, transaction_id: id } = row;
  if (kind === 'increment' || kind === 'authenticate' || kind === 'screen' || kind === 'gift_card') return [];
  return [{ reference, kind, id, money: { amount, currency }, succeeded: hasSucceeded(row, now) }];
}

/** Presses a button on the sandbox's page, and stops at the redirect. */
async function answerChallenge(url: string, answer: 'accept' | 'refuse'): Promise<CustomerReturn> {
  const token = /name="token" value="(\w+)"/.exec(await (await fetch(url)).text())?.[1] ?? '';
  const body = new URLSearchParams({ token, answer: answer === 'accept' ? 'complete' : 'fail' });
  const response = await fetch(`${url}/answer`, { method: 'POST', body, redirect: 'manual' });
  return { url: response.headers.get('location')! };
}
