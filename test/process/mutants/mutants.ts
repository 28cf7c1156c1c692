/**
 * The product without one of its guards. Each must make the test fail that is there for the guard: `npm run mutants`.
 * A guard is taken out of its source text rather than injected, so that the product has no switch for it.
 */
export interface Mutant {
  /** What the product is without. */
  readonly without: string;
  readonly file: string;
  /** The guard: text that the file contains once. */
  readonly find: string;
  readonly replace: string;
  /** The file of the test that fails without it, and a part of its title. */
  readonly test: string;
  readonly title: string;
}

export const mutants: readonly Mutant[] = [
  {
    without: "the comparison of a payment with what its customer's page showed",
    file: 'src/core/payments/authorize/confirm-payment.ts',
    find: 'requireShown(tx, payment, input);',
    replace: 'void requireShown;',
    test: 'test/shared/pages/confirms-what-it-showed.test.ts',
    title: 'Nothing is charged of a payment that is not as',
  },
  {
    without: "the comparison of a payout with what its recipient's page showed",
    file: 'src/core/payouts/recipient.ts',
    find: 'requireShown(payout, choice);',
    replace: 'void requireShown;',
    test: 'test/shared/pages/confirms-what-it-showed.test.ts',
    title: 'Nothing is sent of a payout that is not as its page showed it',
  },
  {
    without: "the end of sessions at the host of customers' pages",
    file: 'src/http/front-door/page-hosts.ts',
    find: 'isDashboardHost(request) ? request : withoutCookie(request)',
    replace: 'request',
    test: 'test/shared/http/page-hosts.test.ts',
    title: 'A session is none at the host of PAGES_URL',
  },
  {
    without: 'the encoding of a value in an address',
    file: 'src/core/foundation/url-path.ts',
    find: 'encodeURIComponent(value)',
    replace: 'value',
    test: 'test/shared/conformance/url-paths.test.ts',
    title: 'A value of urlPath stays one name',
  },
  {
    without: 'the permission to store where card numbers, personal data or money are sent',
    file: 'src/core/writes/transactions.ts',
    find: 'await requireRedirects(tx, entity, before);',
    replace: 'void [requireRedirects, entity, before];',
    test: 'test/shared/security/redirects.test.ts',
    title: 'Nobody without the permission sets where something of the class',
  },
  {
    without: 'the permission to name a host in a request',
    file: 'src/core/writes/require-redirects.ts',
    find: 'if (leadsNowhere(redirection.value) || isOnThisMachine(ctx, redirection)) continue;',
    replace: 'if (redirection.path) continue;',
    test: 'test/shared/security/redirects.test.ts',
    title: 'Nobody without the permission sets where something of the class',
  },
  {
    without: 'the lock of the row that a command changes',
    file: 'src/core/writes/lock-rows.ts',
    find: ' limit 2 for update`;',
    replace: ' limit 2`;',
    test: 'test/shared/core/refunds/create-refund.test.ts',
    title: 'Of fifty concurrent refunds exactly as many succeed as the payment covers',
  },
  {
    without: 'the limit of refunds to what was received',
    file: 'src/core/refunds/create-refund.ts',
    find: 'if (refundable === 0 || amount > refundable) {',
    replace: 'if (false) {',
    test: 'test/shared/core/refunds/create-refund.test.ts',
    title: 'createRefund refunds a part, then the rest, then rejects',
  },
  {
    without: 'the merchant scope of transactions',
    file: 'src/database/transact.ts',
    find: 'names, observers, begin(merchantId))',
    replace: 'names, observers, begin(null))',
    test: 'test/shared/database/tenancy.test.ts',
    title: 'A statement without a condition in a transaction sees and changes the rows of its merchant only',
  },
  {
    without: 'the merchant scope of pooled reads',
    file: 'src/database/rows.ts',
    find: 'const merchant = merchantId ?? ALL_MERCHANTS;',
    replace: 'const merchant = ALL_MERCHANTS;',
    test: 'test/shared/database/tenancy.test.ts',
    title: 'A read without a condition sees the rows of its merchant only',
  },
  {
    without: 'row-level security',
    // The migrations themselves are loaded past the test runner.
    file: 'src/database/migrate.ts',
    find: 'await retryLocks(() => orm.migrator.up());',
    replace: `await orm.migrator.up();
      await orm.em.getConnection().execute('alter table payments disable row level security');`,
    test: 'test/shared/database/tenancy.test.ts',
    title: 'A read without a condition sees the rows of its merchant only',
  },
  {
    without: 'dropping a connection whose statement failed in the client',
    file: 'src/database/rows.ts',
    find: 'if (!leavesSession(error)) broken = error as Error;',
    replace: '',
    test: 'test/waits/database/broken-connections.test.ts',
    title: 'A connection whose statement failed in the client is not used again',
  },
  {
    without: 'the status of sessions that the server ends (57P01)',
    file: 'src/http/front-door/responses.ts',
    find: "  '57P01',\n",
    replace: '',
    test: 'test/shared/http/failures.test.ts',
    title: 'A session that is ended during a',
  },
  {
    without: "the race against a connector's deadline",
    file: 'src/connectors/guard.ts',
    find: 'await Promise.race([call(abort.signal), late])',
    replace: 'await call(abort.signal)',
    test: 'test/shared/connectors/guard.test.ts',
    title: 'a call that ignores its signal ends at the deadline all the same',
  },
  {
    without: 'the redaction of what the log says of database errors',
    file: 'src/http/front-door/logging.ts',
    find: 'return databaseMessage(String(code), String(sqlMessage ?? message));',
    replace: 'return String(message);',
    test: 'test/shared/http/error-log.test.ts',
    title: 'A defect of any statement is logged with its message, without the values',
  },
  {
    without: 'the redaction of GraphQL errors',
    file: 'src/graphql/kit/errors.ts',
    find: 'withoutValues(error.message, schema)',
    replace: 'error.message',
    test: 'test/shared/graphql/leaks.test.ts',
    title: 'No response or log line repeats any secret, wherever it was sent',
  },
  {
    without: "the deduplication of a connector's events",
    file: 'src/core/outcomes/receive-webhook.ts',
    find: "if (!isNew) return { result: 'repeated', next: null };",
    replace: '',
    test: 'test/shared/core/outcomes/receive-webhook.test.ts',
    title: 'A repeated event is not processed again',
  },
  {
    without: 'the deduplication of outcomes',
    file: 'src/core/connector-calls/run-calls.ts',
    find: "if (call.status === 'completed') {",
    replace: 'if (false) {',
    test: 'test/shared/core/outcomes/receive-webhook.test.ts',
    title: 'A settled refund ignores an older contradicting outcome, and one that decides nothing',
  },
  {
    without: 'the deduplication of events',
    file: 'src/core/writes/outbox/events.ts',
    find: 'if (!type || !isFinalStatus(transition)) continue;',
    replace: 'if (!type) continue;',
    test: 'test/shared/core/writes/recording.test.ts',
    title: 'Of several transitions in one transaction only the last status records an event, once',
  },
  {
    without: 'leases that only one dispatcher holds',
    file: 'src/core/webhooks/lease-deliveries.ts',
    find: 'where pg_try_advisory_xact_lock(',
    replace: 'where true or pg_try_advisory_xact_lock(',
    test: 'test/shared/core/webhooks/lease-deliveries.test.ts',
    title: 'An endpoint another dispatcher is leasing from is skipped and reported',
  },
  {
    without: "the check of a connector's signature",
    file: 'src/connectors/sandbox/webhook-signature.ts',
    find: 'if (!isSameSecret(match[2]!, hmacOf(secret, seconds, webhook.body))) {',
    replace: 'if (false) {',
    test: 'test/shared/connectors/sandbox/telling.test.ts',
    title: 'The sandbox reads only webhooks signed recently with the secret of the account',
  },
  {
    without: 'the stored answer of an idempotency key',
    file: 'src/core/writes/idempotency.ts',
    find: 'if (stored?.answer !== undefined) return { answer: stored.answer, replayed: true };',
    replace: '',
    test: 'test/shared/faces/idempotency.test.ts',
    title: 'acts once per idempotency key, wherever it is sent, and then replays its response',
  },
  {
    without: 'the lock of an idempotency key',
    file: 'src/core/writes/idempotency.ts',
    find: 'if (lock?.claimed !== true && stored?.answer === undefined) throw inProgress();',
    replace: '',
    test: 'test/shared/faces/idempotency.test.ts',
    title: 'is refused while another transaction holds its idempotency key',
  },
  {
    without: 'the check of a client secret',
    file: 'src/core/access/client-secrets.ts',
    find: 'if (!secret || !isSameSecret(presented, secret)) {',
    replace: 'if (!secret) {',
    test: 'test/shared/rest/session-tokens.test.ts',
    title: 'POST /payments/session_tokens requires the client secret of a live session',
  },
  {
    without: 'the check that webhooks go to public addresses',
    file: 'src/core/webhook-endpoints/resolve-target.ts',
    find: "if (!addresses.every(isPublic)) throw new TargetRefused('address');",
    replace: '',
    test: 'test/shared/core/webhook-endpoints/resolve-target.test.ts',
    title: 'Allowing loopback allows no other hostile target',
  },
  {
    without: 'the doubt about a commit that no standby has confirmed',
    file: 'src/database/transact.ts',
    find: 'expectReplicated(this.#client);',
    replace: '',
    test: 'test/shared/database/synchronous-commits.test.ts',
    title: 'A commit that no standby has confirmed is not acknowledged',
  },
];
