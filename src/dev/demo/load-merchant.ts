import type { Faker } from '@faker-js/faker';
import type { ClientBase } from 'pg';
import { apiKeyHash } from '../../core/access/authenticate.ts';
import type { ColumnEncryption } from '../../core/foundation/cryptography.ts';
import { randomBase62 } from '../../core/foundation/ids.ts';
import { returnAddress } from '../../core/payments/customer/customer-session.ts';
import { merchantWords, newPerson, personWords } from './blueprint.ts';
import type { DemoKeys, DemoShare } from './load.ts';
import { type CloneOrder, Multiplier } from './multiply.ts';
import { DAY_MS, draw, type Occurrence } from './schedule.ts';
import { type Staged, tables } from './stage.ts';
import type { Clone } from './templates.ts';

/** Retention of events, here in stories: enough for every list to have further pages. */
const EVENT_DAYS = 30;
const EVENT_STORIES_MAX = 2_000;
/** A payout for so many payments. */
const PAYMENTS_A_PAYOUT = 20;
/** How many stories are cloned by one statement per table. */
const BATCH_STORIES = 2_000;

export interface LoadingMeans {
  readonly encryption: ColumnEncryption;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly staged: Staged;
  /** The moment of the load: everything has happened before. */
  readonly finishMs: number;
  readonly onRows?: (table: string, rows: number) => void;
  /** Called with the number of payments that have been inserted since the last call. */
  readonly onPayments: (payments: number) => void;
}

/** The common properties of one merchant's clones. */
interface MerchantClone {
  readonly words: readonly string[];
  readonly shared: ReadonlyMap<string, string>;
  readonly faker: Faker;
}

/** Loads merchants over one connection, in the transaction that is open there. */
export class MerchantLoader {
  readonly #client: ClientBase;
  readonly #means: LoadingMeans;
  readonly #multiplier: Multiplier;
  readonly #secret: (length: number) => string;

  constructor(client: ClientBase, means: LoadingMeans) {
    this.#client = client;
    this.#means = means;
    this.#multiplier = new Multiplier(client, means.onRows);
    this.#secret = (length) => randomBase62(length, means.randomBytes);
  }

  async prepare(): Promise<void> {
    const { errorMappings, merchant, stories } = this.#means.staged;
    const templates = [errorMappings, merchant, ...stories.map(({ template }) => template)];
    await this.#multiplier.prepare(templates, tables);
  }

  /** Inserts the missing error mappings, as recorded. */
  async insertErrorMappings(): Promise<void> {
    const asRecorded = { shiftMs: 0, digits: '00000000', words: [], newSecret: this.#secret };
    await this.#insert(0, asRecorded);
  }

  async load({ faker, merchantId, payments }: DemoShare): Promise<DemoKeys> {
    const { encryption, finishMs, staged } = this.#means;
    const words = merchantWords(encryption, merchantId, faker.company.name());
    const clone: Clone = { shiftMs: 0, digits: digitsFrom(faker), words, newSecret: this.#secret };
    await this.#insert(1, clone);
    const keys = await this.#newKeys(merchantId);
    const occurrences = [
      ...draw(staged.stories, 'payments', payments, finishMs, faker),
      ...draw(staged.stories, 'payouts', Math.round(payments / PAYMENTS_A_PAYOUT), finishMs, faker),
    ].toSorted((a, b) => a.atMs - b.atMs);
    await this.#loadStories(occurrences, { words, faker, shared: staged.merchant.idsOf(clone) });
    await this.#renewReturnAddresses(merchantId);
    await this.#spreadOwedWebhooks(merchantId);
    return keys;
  }

  async #insert(template: 0 | 1, clone: Clone): Promise<void> {
    const { errorMappings, merchant } = this.#means.staged;
    await this.#multiplier.insert([{ template, ...[errorMappings, merchant][template]!.valuesOf(clone) }]);
  }

  /** Return addresses end with a token of their payment. Only the addresses of open challenges are used. */
  async #renewReturnAddresses(merchantId: string): Promise<void> {
    const { rows } = await this.#client.query<{ key: string; url: string }>(
      `select idempotency_key as key, return_url as url from sandbox_transactions
       where merchant_id = $1 and return_url is not null and outcome is null`,
      [merchantId],
    );
    const renewed = rows.map(({ url }) => {
      const [, origin = '', paymentId = ''] = /^(.*)\/return\/[^/]+\/([^/]+)\//.exec(url) ?? [];
      const ports = { encryption: this.#means.encryption, pagesUrl: () => origin };
      return returnAddress(ports, { attempt_count: 1, merchant_id: merchantId, payment_id: paymentId });
    });
    await this.#client.query(
      `update sandbox_transactions t set return_url = n.url from unnest($2::text[], $3::text[]) as n(key, url)
       where t.merchant_id = $1 and t.idempotency_key = n.key`,
      [merchantId, rows.map(({ key }) => key), renewed],
    );
  }

  /** The sandbox decides pending payments over the next hour, not all in the first second after a start. */
  async #spreadOwedWebhooks(merchantId: string): Promise<void> {
    await this.#client.query(
      `with owed as (
         select event_id, merchant_connector_id, now() + cume_dist() over (order by event_id) * interval '1 hour' as due_at
         from sandbox_events where merchant_id = $1 and told_at is null and next_at <= now()
       )
       update sandbox_events e set next_at = owed.due_at from owed
       where e.merchant_id = $1
         and (e.merchant_connector_id, e.event_id) = (owed.merchant_connector_id, owed.event_id)`,
      [merchantId],
    );
  }

  /** Gives the merchant a new, known API key, without months of disuse. */
  async #newKeys(merchantId: string): Promise<DemoKeys> {
    const apiKey = `sk_test_${this.#secret(43)}`;
    await this.#client.query(
      'update api_keys set hash = $1, last4 = $2, created_at = $3 where merchant_id = $4',
      [apiKeyHash(apiKey), apiKey.slice(-4), new Date(this.#means.finishMs), merchantId],
    );
    const { rows } = await this.#client.query<{ publishable_key: string }>(
      'select publishable_key from merchant_accounts where merchant_id = $1',
      [merchantId],
    );
    return { merchantId, apiKey, publishableKey: rows[0]!.publishable_key };
  }

  async #loadStories(occurrences: readonly Occurrence[], merchant: MerchantClone): Promise<void> {
    const eventsSinceMs = this.#means.finishMs - EVENT_DAYS * DAY_MS;
    // The last batch is of the stories that have events, which are numbered in the order of their times.
    const recent = occurrences.slice(-EVENT_STORIES_MAX).filter(({ atMs }) => atMs >= eventsSinceMs);
    const older = occurrences.slice(0, occurrences.length - recent.length);
    const batches: Occurrence[][] = [];
    for (let i = 0; i < older.length; i += BATCH_STORIES) batches.push(older.slice(i, i + BATCH_STORIES));
    let inserting: Promise<void> = Promise.resolve();
    for (const batch of [...batches, recent]) {
      // Made while the batch before is being inserted, whose failure is thrown below.
      const orders = batch.map((occurrence) => this.#orderOf(occurrence, merchant));
      await inserting;
      const payments = batch.reduce((sum, { staged }) => sum + staged.payments, 0);
      inserting = this.#multiplier
        .insert(orders, batch === recent ? [] : ['events'])
        .then(() => this.#means.onPayments(payments));
      inserting.catch(() => {});
    }
    await inserting;
  }

  #orderOf({ atMs, staged }: Occurrence, { faker, shared, words }: MerchantClone): CloneOrder {
    const { finishMs, staged: all } = this.#means;
    const { startMs, story, template } = staged;
    const clone: Clone = {
      shiftMs: atMs - startMs,
      digits: digitsFrom(faker),
      shared,
      words: [...words, ...personWords(newPerson(faker))],
      newSecret: this.#secret,
      ...(story.undecided ? { decidedAtMs: finishMs + DAY_MS + faker.number.int(DAY_MS) } : {}),
    };
    return { template: all.stories.indexOf(staged) + 2, ...template.valuesOf(clone) };
  }
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const digitsFrom = (faker: Faker) => faker.string.fromCharacters(crockford, 8);
