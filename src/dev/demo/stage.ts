import type { Faker } from '@faker-js/faker';
import { MERCHANT_ID, MERCHANT_NAME, merchantWords, person, personWords } from './blueprint.ts';
import { Cast } from './cast.ts';
import { DAY_MS, DAYS } from './schedule.ts';
import { mapSandboxErrors, openShops, SESSION_DAYS } from './shop.ts';
import { type Simulation, type SimulationOptions, simulate } from './simulation.ts';
import { type Story, stories } from './stories.ts';
import { type RecordedRow, Template } from './templates.ts';

/** The merchants are older than their first payment. */
const MERCHANT_DAYS = DAYS + 60;

/** The tables of a merchant and its activity; parents before their children. */
const merchantTables = ['merchant_accounts', 'business_profiles', 'connector_accounts', 'api_keys'];
const storyTables = [
  ...['customers', 'payment_methods', 'payments', 'attempts', 'captures', 'authentications', 'refunds'],
  ...['disputes', 'dispute_answers', 'payouts', 'payout_attempts', 'status_changes', 'connector_calls'],
  ...['sandbox_transactions', 'sandbox_disputes', 'sandbox_events', 'events'],
];
export const tables = ['error_mappings', ...merchantTables, ...storyTables];

/** A story's rows, and when it happened. */
export interface StagedStory {
  readonly story: Story;
  readonly template: Template;
  readonly startMs: number;
  readonly durationMs: number;
  readonly payments: number;
}

export interface Staged {
  /** Belong to no merchant, and are missing in the database. */
  readonly errorMappings: Template;
  readonly merchant: Template;
  readonly stories: readonly StagedStory[];
}

export interface StageOptions extends SimulationOptions {
  readonly faker: Faker;
  /** The moment by which every story has ended. */
  readonly finishMs: number;
  /** How often each story is played, of another order each time. */
  readonly variants: number;
  readonly signal?: AbortSignal | undefined;
}

/** Plays every story with the product's own commands, at one merchant, and records the rows that each leaves. */
export function stageStories(options: StageOptions): Promise<Staged> {
  const { encryption, faker, finishMs, signal, variants } = options;
  return simulate(options, MERCHANT_ID, async (stage) => {
    stage.nowMs = finishMs - MERCHANT_DAYS * DAY_MS;
    const words = [...merchantWords(encryption, MERCHANT_ID, MERCHANT_NAME), ...personWords(person)];
    const templateOf = (rows: readonly RecordedRow[]) =>
      new Template(rows, { encryption, words, endMs: stage.nowMs });
    const errorMappings = templateOf(
      (await mapSandboxErrors(stage)).map((row) => ({ table: 'error_mappings', row })),
    );
    const shops = await openShops(stage);
    const merchant = templateOf(await record(stage, merchantTables));

    const staged: StagedStory[] = [];
    const startMs = finishMs - 2 * SESSION_DAYS * DAY_MS;
    for (const story of stories) {
      for (let i = 0; i < variants; i += 1) {
        signal?.throwIfAborted();
        const shop = shops[faker.number.int(shops.length - 1)]!;
        await stage.discarding(async () => {
          stage.nowMs = startMs;
          await story.play(new Cast(stage, shop, faker));
          const template = templateOf(await record(stage, storyTables));
          const payments = template.rows.filter(({ table }) => table === 'payments').length;
          staged.push({ story, template, startMs, payments, durationMs: stage.nowMs - startMs });
        });
      }
    }
    return { errorMappings, merchant, stories: staged };
  });
}

/** Reads the merchant's rows of some tables, in the order of the tables. */
async function record({ rows }: Simulation, from: readonly string[]): Promise<RecordedRow[]> {
  const selects = from.map(
    (table, i) =>
      `select ${i} as place, '${table}' as table, to_jsonb(t) as row from ${table} t where merchant_id = $1`,
  );
  const text = `${selects.join(' union all ')} order by 1`;
  const recorded = await rows.query<RecordedRow>(
    { text, values: [MERCHANT_ID], touches: { reads: from } },
    MERCHANT_ID,
  );
  for (const { row, table } of recorded) {
    // Inserting a refund adds it to its payment's sum.
    if (table === 'payments') row.amount_refunded = 0;
    if (table === 'connector_calls' && row.duration_ms !== null)
      row.duration_ms = latencyOf(String(row.call_id));
  }
  return recorded;
}

/** How long a connector over the network might have taken for a call, the same in every run: from 0.2 to 1.1 s. */
const latencyOf = (callId: string): number => 200 + (Number(callId.slice(-4)) % 31) * 30;
