import { Operator } from '../../../src/core/entities/operator.ts';
import { adminKey } from '../../kit/admin-key.ts';
import { mapError } from '../../kit/error-mapping.ts';
import { insertRow } from '../../kit/insert.ts';
import type { TestService } from '../../kit/service.ts';
import { type Answered, type Asked, ask, inParallel, type KeyKind, keyOf } from './asking.ts';
import { Belongings, finderOf } from './belongings.ts';
import {
  allDocumentsOf,
  foreignRequest,
  type GraphqlPosition,
  graphqlPositions,
  ownQueries,
  subjectOf,
} from './graphql-attempts.ts';
import { mutationFields } from './graphql-fields.ts';
import { ERROR_MAPPING_ID, type Merchant, merchantWithEverything, ownName } from './merchants.ts';
import { ofQueries } from './permission-tables.ts';
import { type RestPosition, restPositions, restReads, restRequest } from './rest-attempts.ts';
import { fieldsAnswered } from './selections.ts';

/** Three merchants. The twin's objects have the attacker's identifiers: only the merchant distinguishes them. */
export interface Cast {
  readonly attacker: Merchant;
  readonly victim: Merchant;
  readonly twin: Merchant;
}

export async function castOf(service: TestService): Promise<Cast> {
  const shared = 'aqxztwin';
  // Shared by all merchants, or without a merchant.
  await adminKey(service);
  const operator = { person_id: 'per_operator', email: 'operator@people.test', appointed_at: new Date() };
  await insertRow(service, Operator, operator);
  await mapError(service, 'card_declined', { decision: 'do_default', error_mapping_id: ERROR_MAPPING_ID });
  return {
    attacker: await merchantWithEverything(service, { word: 'aqxzmark7', suffix: shared, amount: 1234567 }),
    victim: await merchantWithEverything(service, {
      word: 'bqxzmark7',
      suffix: 'bqxzother',
      amount: 7654321,
    }),
    twin: await merchantWithEverything(service, { word: 'cqxzmark7', suffix: shared, amount: 8765432 }),
  };
}

/** The data that a merchant sees with its own key, over both APIs. */
export interface OwnView {
  readonly belongings: Belongings;
  readonly answers: readonly Answered[];
  /** The fields of the schema that had a value. */
  readonly fields: ReadonlySet<string>;
}

export async function viewOf(service: TestService, merchant: Merchant): Promise<OwnView> {
  const belongings = new Belongings();
  const fields = new Set<string>();
  const answers: Answered[] = [];
  const see = async (asked: Asked, key: string): Promise<string> => {
    const answered = await ask(service.url, key, asked);
    if (answered.status !== 200) throw new Error(`${asked.operation} is refused: ${answered.text}`);
    answers.push(answered);
    belongings.add(answered);
    return answered.text;
  };
  await inParallel(await ownQueries(merchant), async ({ asked, document, root }) => {
    const isCustomers = ofQueries.get(root.field.name) === 'customer';
    const key = isCustomers ? merchant.publishableKey : merchant.apiKey;
    const { data } = JSON.parse(await see(asked, key)) as { data: Record<string, unknown> };
    fieldsAnswered('Query', root.field, document.selection, data[root.field.name], fields);
  });
  for (const operation of restReads) {
    const key = operation.keys.includes('api_key') ? merchant.apiKey : merchant.publishableKey;
    await see(await restRequest(operation, merchant), key);
  }
  return { belongings, answers, fields };
}

/** A value that reached another merchant. */
export interface Leak {
  readonly key: KeyKind;
  readonly operation: string;
  readonly position: string | null;
  readonly found: readonly string[];
}

/** The results of all attempts. */
export interface Outcome {
  readonly attempts: number;
  readonly leaks: readonly Leak[];
  /** Responses with status 500 or above. */
  readonly failures: readonly Answered[];
  readonly operations: ReadonlySet<string>;
  readonly positions: ReadonlySet<string>;
  /** The positions whose value was never checked, because the request was refused for another reason. */
  readonly ignored: ReadonlyMap<string, string>;
  /** The schema fields with a value in a mutation's response. */
  readonly fields: ReadonlySet<string>;
}

/** The scope of the attack. */
export interface Plan {
  readonly keys: readonly KeyKind[];
  /** How many of the victim's values to try at each position. */
  readonly values: number;
  /** Values stored by the attacker's own accepted requests: later responses may contain them. */
  readonly given: Set<string>;
  /** The operations and fields to call; all by default. */
  readonly only?: RegExp;
  /** Whether to call each position with every key, or with the secret one and every third with another key in turn. */
  readonly everyKey?: boolean;
  /** Calls every n-th position; each by default. */
  readonly oneOf?: number;
}

interface Views {
  readonly own: OwnView;
  readonly victim: OwnView;
  /** Null to search only for its objects' marker words. */
  readonly twin: OwnView | null;
}

const isAccepted = ({ status, text }: Answered) => status === 200 && !/"(userErrors|errors)":\[\{/.test(text);

/** Whether a request was refused as invalid for any reason except the value at a position. */
function isIgnored(position: string, text: string): boolean {
  const refused = /"code":"(\w+)".*?"param":(?:"([^"]*)"|null)/.exec(text);
  if (!refused || !/^(invalid|missing|unknown)_parameter$|_exclusive$|^query_/.test(refused[1]!))
    return false;
  const name = (path: string) =>
    path
      .replace(/^input\./, '')
      .replaceAll('_', '')
      .toLowerCase();
  const at = name(position.split(' ').at(-1)!);
  const param = name(refused[2] ?? '').replaceAll(/\[\d+\]/g, '');
  return param === '' || !(at.startsWith(param) || param.startsWith(at));
}

/**
 * The attempts of a merchant's payments that it created under another merchant's payment identifiers. Their identifiers
 * continue the payment's, and may so equal those of the other merchant's attempts.
 */
async function attemptsOf(
  { database }: TestService,
  { merchantId }: Merchant,
  paymentIds: ReadonlySet<string>,
): Promise<string[]> {
  const text = 'select attempt_id from attempts where merchant_id = $1 and payment_id = any($2)';
  const values = [merchantId, [...paymentIds]];
  const found = await database.rows.query<{ attempt_id: string }>(
    { text, values, touches: { reads: ['attempts'] } },
    null,
  );
  return found.map(({ attempt_id }) => attempt_id);
}

/** Calls every operation and field for foreign data, with every kind of key. */
export async function attack(
  service: TestService,
  { attacker, twin, victim }: Cast,
  views: Views,
  { everyKey = true, given, keys, oneOf = 1, only = /^/, values }: Plan,
): Promise<Outcome> {
  const own = views.own.belongings;
  const finder = finderOf(
    [views.victim, views.twin].flatMap((view) => view?.belongings ?? []),
    [victim.word, twin.word, victim.suffix],
    own,
  );
  const outcome = {
    attempts: 0,
    leaks: [] as Leak[],
    failures: [] as Answered[],
    operations: new Set<string>(),
    positions: new Set<string>(),
    ignored: new Map<string, string>(),
    fields: new Set<string>(),
  };

  const attempt = async (key: KeyKind, asked: Asked) => {
    const { body = '', headers = {}, operation, path, position } = asked;
    const sent = finder.find(decodeURIComponent(path) + body + JSON.stringify(headers));
    const answered = await ask(service.url, keyOf(key, attacker, victim), asked);
    const isSent = (value: string) => sent.has(value) || [...sent].some((one) => one.includes(value));
    const foreign = [...finder.find(answered.text)].filter((value) => !isSent(value) && !given.has(value));
    const ownAttempts = foreign.length > 0 ? await attemptsOf(service, attacker, given) : foreign;
    const found = foreign.filter((value) => !ownAttempts.includes(value));
    outcome.attempts += 1;
    if (found.length > 0) outcome.leaks.push({ key, operation, position, found });
    if (answered.status >= 500) outcome.failures.push(answered);
    if (asked.writes && isAccepted(answered)) for (const value of sent) given.add(value);
    outcome.operations.add(operation);
    if (position !== null) {
      outcome.positions.add(`${operation} ${position}`);
      if (key === 'secret' && isIgnored(position, answered.text)) {
        outcome.ignored.set(`${operation} ${position}`, answered.text);
      }
    }
    const root = mutationFields.find(({ field }) => field.name === operation);
    const { data } = JSON.parse(answered.text || '{}') as { data?: Record<string, unknown> };
    if (root && data) {
      const { selection } = allDocumentsOf(root)[0]!;
      fieldsAnswered('Mutation', root.field, selection, data[operation], outcome.fields);
    }
  };

  const candidates = foreignValues(views, victim, values);
  const ofGraphql = async (kind: KeyKind, at: GraphqlPosition) => {
    const { declaredAs, type } = at.position;
    const name = declaredAs === 'CustomerSummaryInput.id' ? 'customerId' : subjectOf(at.position);
    for (const value of candidates(at.root.field.name, name, type === 'JSON')) {
      await attempt(kind, await foreignRequest(at, attacker, value, kind === 'client secret'));
    }
  };
  const ofRest = async (kind: KeyKind, at: RestPosition) => {
    const name = at.path.join('.') === 'customer.id' ? 'customer_id' : at.path.at(-1)!;
    for (const value of candidates(at.operation.id, name, at.kind.startsWith('json'))) {
      await attempt(kind, await restRequest(at.operation, attacker, at, value, kind === 'client secret'));
    }
  };

  const isSampled = (_at: unknown, i: number) => i % oneOf === 0;
  // The attacker's own objects have the twin's identifiers.
  const ownReads = (await ownQueries(attacker)).filter(({ asked }) => only.test(asked.operation));
  await inParallel(ownReads.filter(isSampled), ({ asked }) => attempt('secret', asked));
  for (const operation of restReads.filter(({ path }) => only.test(path)).filter(isSampled))
    await attempt('secret', await restRequest(operation, attacker));
  // Reads come first: no response can contain values stored here by the attacker.
  for (const writes of [false, true]) {
    const ofOperations = restPositions.filter(
      ({ operation: { method, path } }) => (method !== 'get') === writes && only.test(path),
    );
    const ofFields = graphqlPositions.filter(
      ({ root: { field, operation } }) => (operation === 'mutation') === writes && only.test(field.name),
    );
    // The secret key writes last: it may replace the others.
    const others = keys.filter((kind) => kind !== 'secret');
    const isTurnOf = (kind: KeyKind) => (_at: unknown, i: number) =>
      everyKey || kind === 'secret' || (i % 3 === 0 && others[(i / 3) % others.length] === kind);
    const [askedOperations, askedFields] = [ofOperations.filter(isSampled), ofFields.filter(isSampled)];
    for (const kind of writes ? keys.toReversed() : keys) {
      await inParallel(askedOperations.filter(isTurnOf(kind)), (at) => ofRest(kind, at));
      await inParallel(askedFields.filter(isTurnOf(kind)), (at) => ofGraphql(kind, at));
    }
  }
  return outcome;
}

/** Selects the victim's value for a position, by its name there. */
export function foreignValues(views: Views, victim: Merchant, max: number) {
  const ids = [
    'merchant_id',
    'payment_id',
    'customer_id',
    'profile_id',
    'payment_method_id',
    'merchant_connector_id',
  ];
  const objects = [
    Object.fromEntries(ids.map((name) => [name, victim.own(name)])),
    {
      type: 'single',
      data: { connector: 'sandbox', merchant_connector_id: victim.own('merchant_connector_id') },
    },
  ];
  return (operation: string, name: string, isJson: boolean): unknown[] => {
    if (isJson) return objects;
    if (name === 'search') return [victim.word, victim.suffix].slice(0, max);
    if (/^idempotency.?key$/i.test(name)) return [victim.idempotencyKey];
    // Objects of several kinds have the name, such as entries of lists and of the audit log.
    const plain = name.replace(/^(entry|import|line)Id$/, '$1_id');
    const shared = ownName(operation, plain);
    if (shared !== plain) return [victim.own(shared)];
    const known = /^(after|before)$/.test(name) ? `${operation} cursor` : name;
    const named = views.victim.belongings.named(known, views.own.belongings, max);
    return named.length > 0 ? named : [victim.own('payment_id'), victim.merchantId].slice(0, max);
  };
}
