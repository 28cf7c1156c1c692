import pg from 'pg';

/** A task's messages to PostgreSQL. */
export interface SentStatements {
  /**
   * Every statement in order, including `begin`, the scope and `commit`: the calls that pg_stat_statements would count.
   */
  readonly statements: readonly string[];
  /** The sandbox connector's own statements among them, which other connectors would not send. */
  readonly ofSandbox: readonly string[];
  /** Number of messages that follow a response on a connection, without the sandbox connector's: the round trips. */
  readonly roundTrips: number;
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

const SCOPE = 'set scope';

/** The statements of one query: some have a scope before them, and a simple query may contain several. */
function statementsIn(query: unknown): string[] {
  if (typeof query === 'string')
    return query.split('; ').map((text) => (/set_config/.test(text) ? SCOPE : text));
  const { text } = query as { text: string };
  return /^Scoped(Text)?Query$/.test((query as object).constructor.name) ? [SCOPE, text] : [text];
}

const ofSandboxText = /\bsandbox_(transactions|disputes|events)\b/;
/** Background statements: heartbeats, keys' last use, and notifications, which cover many commits each. */
const inBackground = /processes|update (?:api|admin)_keys|attempt_counts|pg_notify/;
/** The look-up of a key, which is cached. */
const ofKeys = /find_api_key/;

/** Counts the statements that a task sends on any connection of this process. */
export async function countStatements(task: () => Promise<unknown>): Promise<SentStatements> {
  const { query: original } = pg.Client.prototype as unknown as { query: Query };
  const sent: string[][] = [];
  const trips: string[][][] = [];
  const unanswered = new Map<pg.Client, string[][]>();
  const counting: Query = function (...args) {
    const texts = statementsIn(args[0]);
    sent.push(texts);
    let trip = unanswered.get(this);
    if (!trip) {
      trip = [];
      trips.push(trip);
      unanswered.set(this, trip);
      this.once('drain', () => unanswered.delete(this));
    }
    trip.push(texts);
    return original.apply(this, args);
  };
  Object.assign(pg.Client.prototype, { query: counting });
  try {
    await task();
  } finally {
    Object.assign(pg.Client.prototype, { query: original });
  }
  const isRequested = (texts: string[]) =>
    !texts.some((text) => inBackground.test(text) || ofKeys.test(text));
  const isSandbox = (texts: string[]) => texts.some((text) => ofSandboxText.test(text));
  const requested = sent.filter(isRequested);
  return {
    statements: requested.filter((texts) => !isSandbox(texts)).flat(),
    ofSandbox: requested.filter(isSandbox).flat(),
    roundTrips: trips.filter((trip) => trip.some((texts) => isRequested(texts) && !isSandbox(texts))).length,
  };
}

/**
 * The statements of a task whose settings are in memory: the fewest of several runs. The notification of a change makes
 * a later run read settings once more. Needs a {@link heldClock}, as settings in memory expire after a second.
 */
export async function countSteadyStatements(task: () => Promise<unknown>): Promise<readonly string[]> {
  const counted: (readonly string[])[] = [];
  for (let run = 0; run < 5; run += 1) counted.push((await countStatements(task)).statements);
  return counted.toSorted((a, b) => a.length - b.length)[0]!;
}

/** Service options with a clock that stands still. */
export function heldClock(): { readonly now: () => Date } {
  const now = new Date();
  return { now: () => now };
}
