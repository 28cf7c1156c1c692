import { maxHeaderSize } from 'node:http';
import { admissionLimits, httpLimits, rateLimits } from '../../config/limit-defaults.ts';
import { EVIDENCE_AT_ONCE } from '../../core/entities/evidence-file.ts';
import { LIST_IMPORT_MAX_BYTES, LIST_IMPORTS_AT_ONCE } from '../../core/entities/list-import.ts';
import { IMPORT_MAX_BYTES, IMPORTS_AT_ONCE } from '../../core/entities/payment-method-import.ts';
import { JSON_MAX_BYTES } from '../requests/request-body.ts';
import { READS_MAX } from './admission.ts';
import { subscriptionLimits } from './live-connection-limits.ts';

/** Limits that are enforced behind the front door, by rooms that this one cannot import: they hand their values in. */
export interface LimitsBehind {
  /** Of the queues for connections to the database. */
  readonly queues: {
    readonly waitMs: number;
    readonly waitingPerConnection: number;
    readonly merchantShare: number;
    readonly waitingPerMerchantCommand: number;
    readonly merchantStatistics: number;
    readonly merchantStatisticsWaiting: number;
  };
  /** Of the statements of commands and of reads. */
  readonly statements: Readonly<
    Record<'commands' | 'reads', { readonly statementMs: number; readonly lockMs: number }>
  >;
  /** Of the hashes of passwords. */
  readonly hashes: Readonly<Record<'atOnce' | 'waiting' | 'waitMs', number>>;
  /** Of a GraphQL document. */
  readonly document: Readonly<Record<'tokens' | 'depth' | 'aliases' | 'selections' | 'cost', number>>;
  /** Of the response to a GraphQL document. */
  readonly answer: Readonly<Record<'objects' | 'bytes', number>>;
}

/**
 * One limit: its environment variable, if any; its value or the variable's default; the unit it counts by; the reaction
 * beyond it, with the problem's code first and in backticks; and the limited thing.
 */
export type Limit = readonly [
  setting: string | null,
  value: number | string,
  per: string,
  beyond: string,
  what: string,
];

/** Limits that apply at the same point of a request's way. */
export interface LimitStage {
  readonly title: string;
  /** The files of `src` that enforce these limits. */
  readonly files: readonly string[];
  readonly limits: readonly Limit[];
}

const seconds = (ms: number) => `${ms / 1000} s`;
const size = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`);

/**
 * All limits on load in the order in which they apply to a request, from its connection to the pool of the database and
 * back. Those on live connections come last: they apply from a WebSocket's upgrade, or the start of an event stream.
 */
// biome-ignore format: It reads as a table, a limit in two lines.
export const loadLimits = ({ answer, document, hashes, queues, statements }: LimitsBehind): readonly LimitStage[] => [
  { title: 'Connection', files: ['http/load/connection-limits.ts', 'http/front-door/http-server.ts'], limits: [
    ['MAX_CONNECTIONS', httpLimits.connections, 'process', 'closed at once',
      'Open connections, WebSockets and event streams included'],
    ['HEADERS_SECONDS', httpLimits.headersMs / 1000, 'request', '`invalid_parameter`, closed',
      'Seconds in which the headers of a request must arrive'],
    [null, size(maxHeaderSize), 'request', '`invalid_parameter`, closed',
      'Size of the headers of a request'],
    ['REQUEST_SECONDS', httpLimits.requestMs / 1000, 'request', '`invalid_parameter`, closed',
      'Seconds in which a whole request must arrive; at least `HEADERS_SECONDS`'],
    ['MAX_REQUESTS_PER_CONNECTION', httpLimits.requestsPerConnection, 'connection', 'closed after the last',
      'Requests on one connection'],
    ['MAX_REQUESTS_IN_FLIGHT', httpLimits.requestsInFlight, 'connection', 'more wait',
      'Requests that are served at a time, if the client does not await responses'],
    ['MAX_REQUESTS_WAITING', httpLimits.requestsWaiting, 'connection', 'cut off',
      'Requests that wait for those'],
  ] },
  { title: 'Load', files: ['http/load/admission.ts'], limits: [
    ['READ_BURST', admissionLimits.readBurst, 'process', 'the next limit applies',
      'Reads in flight that are admitted however long they have to wait'],
    ['READ_WAIT_MS', admissionLimits.readWaitMs, 'process', '`overloaded`',
      'Milliseconds that a read is expected to wait for its turn and for a connection to the database'],
    ['WRITE_WAIT_MS', admissionLimits.writeWaitMs, 'process', '`overloaded`',
      'The same of a command other than a payment; payments only wait, in the queues below'],
    [null, READS_MAX, 'process', 'more wait, by merchant in turn',
      'Reads that are handled at a time, until their responses begin'],
    ['EVENT_LOOP_PERCENT', admissionLimits.eventLoopPercent, 'process', 'reads wait, by merchant in turn',
      'While payments come: the share of time that the event loop may work before fewer reads are handled at a time'],
  ] },
  { title: 'Caller', files: ['http/load/shared-attempt-limit.ts', 'people/auth.ts'], limits: [
    ['RATE_LIMIT_REFUSED_KEYS', rateLimits.refusedKeys, 'address, all processes', '`rate_limited`',
      'Invalid keys in a minute'],
    ['RATE_LIMIT_INTROSPECTIONS', rateLimits.introspections, 'address, all processes', '`rate_limited`',
      'New introspections without a key, in a minute: known ones are answered from memory'],
    ['RATE_LIMIT_SIGN_INS_PER_ADDRESS', rateLimits.signInsPerAddress, 'address, all processes', '429',
      'Requests to sign in, to reset a password and the like in a minute'],
    ['RATE_LIMIT_SIGN_INS', rateLimits.signIns, 'person and network, all processes', '429 `TOO_MANY_ATTEMPTS`',
      'Attempts to sign in, in half an hour, until one succeeds; ten times as many from everywhere, but for known browsers'],
    ['RATE_LIMIT_PASSWORD_RESETS', rateLimits.passwordResets, 'e-mail address, all processes', '429 `TOO_MANY_ATTEMPTS`',
      'Requests to reset a password in an hour'],
    [null, hashes.atOnce, 'process', 'more wait',
      'Passwords that are hashed at a time, in threads of their own'],
    [null, `${hashes.waiting}, ${seconds(hashes.waitMs)}`, 'process', '503 `OVERLOADED`',
      'Passwords that wait to be hashed, and how long'],
  ] },
  { title: 'Requests of a key', files: ['http/load/rate-limits.ts'], limits: [
    ['RATE_LIMIT_READS', rateLimits.reads, 'key', '`rate_limited`',
      'GET requests in a minute'],
    ['RATE_LIMIT_WRITES', rateLimits.writes, 'key', '`rate_limited`',
      'POST requests and GraphQL mutations that call no connector, in a minute'],
    ['RATE_LIMIT_MONEY', rateLimits.money, 'key', '`rate_limited`',
      'POST requests and GraphQL mutations that may call a connector, in a minute'],
    ['RATE_LIMIT_GRAPHQL', rateLimits.graphql, 'key', '`rate_limited`',
      'Cost points of GraphQL operations in a minute: about the rows that they may read, and at least one'],
  ] },
  { title: 'Body', files: ['http/requests/request-body.ts', 'rest/file-upload.ts'], limits: [
    [null, size(JSON_MAX_BYTES), 'request', '`body_too_large`',
      'Size of a body of JSON'],
    [null, size(IMPORT_MAX_BYTES), 'request', '`body_too_large`',
      'Size of a file of payment methods to import'],
    [null, size(LIST_IMPORT_MAX_BYTES), 'request', '`body_too_large`',
      'Size of a file of entries of a list'],
    [null, `${IMPORTS_AT_ONCE}, ${LIST_IMPORTS_AT_ONCE}, ${EVIDENCE_AT_ONCE}`, 'process', '`overloaded`',
      'Files of payment methods, of entries of lists, and of evidence, that are taken in at a time'],
  ] },
  { title: 'GraphQL document', files: ['graphql/kit/limits.ts', 'graphql/kit/answer-budget.ts'], limits: [
    [null, document.tokens, 'document', '`query_too_complex`',
      'Tokens'],
    [null, `${document.depth}, ${document.aliases}, ${grouped(document.selections)}`, 'document', '`query_too_complex`',
      'Levels of fields, aliases, and fields after expanding fragments'],
    [null, document.cost, 'document', '`query_too_complex`',
      'Estimated cost, in rows read'],
    [null, `${grouped(answer.objects)}, ${size(answer.bytes)}`, 'document', '`query_too_complex`',
      'Objects and size of the response, counted while it is resolved'],
  ] },
  { title: 'Attempts', files: ['http/load/shared-attempt-limit.ts'], limits: [
    ['RATE_LIMIT_CLIENT_SECRETS', rateLimits.clientSecrets, 'object, all processes', '`rate_limited`',
      'Wrong client secrets for a payment, payout or saved method in 15 minutes'],
    ['RATE_LIMIT_BALANCE_CHECKS', rateLimits.balanceChecks, 'payment, all processes', '`rate_limited`',
      "Checks of gift cards' balances in 15 minutes"],
    ['RATE_LIMIT_TEST_WEBHOOKS', rateLimits.testWebhooks, 'business profile, all processes', '`rate_limited`',
      'Test webhooks in a minute'],
    ['RATE_LIMIT_LINK_MAILS', rateLimits.linkMails, 'merchant, all processes', '`rate_limited`',
      'Links of payments and payouts sent by e-mail in an hour'],
    ['RATE_LIMIT_LINK_MAILS_TO_ONE', rateLimits.linkMailsToOne, 'merchant and recipient, all processes', '`rate_limited`',
      'Links of payments and payouts sent by e-mail in an hour'],
  ] },
  { title: 'Database', files: ['database/slot-queue.ts', 'http/requests/responses.ts'], limits: [
    [null, `${Math.round(queues.merchantShare * 100)} %`, 'merchant', 'more wait',
      "Share of the commands' connections that commands of one merchant use"],
    [null, queues.waitingPerMerchantCommand, 'merchant', '`overloaded`',
      'Commands that wait for those, for each that may run'],
    [null, queues.merchantStatistics, 'merchant', 'more wait',
      'Statistics that run at a time'],
    [null, queues.merchantStatisticsWaiting, 'merchant', '`overloaded`',
      'Statistics that wait for those'],
    [null, queues.waitingPerConnection, 'pool', '`overloaded`',
      'Statements and transactions that wait for a connection, for each connection of the pool'],
    [null, seconds(queues.waitMs), 'statement or transaction', '`overloaded`',
      'Time in each of these queues'],
    [null, `${seconds(statements.commands.statementMs)}, ${seconds(statements.commands.lockMs)}`, 'statement', '`overloaded`',
      'Time of a statement of a command, and of its wait for a lock'],
    [null, `${seconds(statements.reads.statementMs)}, ${seconds(statements.reads.lockMs)}`, 'statement', '`overloaded`',
      'The same of a read'],
  ] },
  { title: 'Response', files: ['http/load/connection-limits.ts'], limits: [
    ['ANSWER_READ_SECONDS', httpLimits.answerReadMs / 1000, 'connection', 'cut off',
      'Seconds without progress in which a response must be read'],
    ['ANSWER_READ_BYTES_PER_SECOND', httpLimits.answerReadRate, 'connection', 'cut off',
      'Bytes a second at which a response must be read, on the average, after those seconds'],
  ] },
  { title: 'Live connections', files: ['http/load/live-connection-limits.ts'], limits: [
    [null, `${subscriptionLimits.keylessConnections}, ${subscriptionLimits.keylessPerAddress}`, 'process, address', 'the oldest of the address with most is closed with 1013',
      'WebSockets that have not presented a key'],
    [null, seconds(subscriptionLimits.initMs), 'connection', 'closed with 4408',
      'Time for a WebSocket to present its key'],
    [null, subscriptionLimits.connections, 'process', '`overloaded`, or closed with 1013',
      'WebSockets and event streams with a key'],
    [null, subscriptionLimits.connectionsPerKey, 'key', '`rate_limited`, or closed with 4429',
      'WebSockets and event streams of one key'],
    [null, `${subscriptionLimits.subscriptionsPerConnection}, ${subscriptionLimits.subscriptionsPerKey}`, 'connection, key', 'the operation ends with `rate_limited`',
      'Subscriptions that are active'],
    [null, size(subscriptionLimits.messageBytes), 'message', 'closed with 1009',
      'Size of a message from the client'],
    [null, `${size(subscriptionLimits.backlogBytes)}, ${seconds(subscriptionLimits.stallMs)}`, 'connection', 'closed with 1013',
      'Messages that a WebSocket has not read: their size, and the time for each'],
  ] },
];

/** A number with its digits in groups of three. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ' ');
}
