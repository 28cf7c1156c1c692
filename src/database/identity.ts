import { hostname } from 'node:os';
import type { Client } from 'pg';
import type { DatabaseState, OutgoingCalls } from '../core/foundation/ports/outgoing-calls.ts';
import { HEARTBEAT_MS } from '../core/writes/liveness.ts';

/*
 * A copy of a database holds the original's pending work: captures, webhooks, calls to look up. If both did it, it would happen
 * twice. So `database_identity` names the server and the addresses of the original, and each process compares them with its own.
 * If the row names another server (PostgreSQL's system identifier), or not the process's address, the database was copied or
 * moved: until an operator decides which, nothing is sent.
 */

/** Runs a statement on the database. */
export type AskDatabase = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Runs statements on a session. */
export const askOn =
  (session: Client): AskDatabase =>
  async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await session.query(text, [...values])).rows as Row[];

/** The server and address of a process's database. */
export interface OwnPlace {
  /** The addresses that the settings give the database; see {@link placesOf}. */
  readonly places: readonly string[];
  /** PostgreSQL's identifier of the server's data; null where the server does not show it. */
  readonly systemIdentifier: string | null;
}

interface IdentityRow {
  readonly state: DatabaseState;
  readonly system_identifier: string | null;
  readonly places: readonly string[];
}

/** Names of this machine, which mean the same server. */
const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

const PARTS =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^@/?]*)@)?(?<hosts>[^/?]*)(?:\/(?<database>[^?]*))?(?:\?(?<options>.*))?$/;

/**
 * The addresses of a database: each host of its URL with the name of the database. Ports do not count, as a server that
 * is started at another one is no copy.
 *
 * @example
 * ```ts
 * placesOf('postgres://service:secret@db-1:5432,db-2:5432/switchyard'); // ['db-1/switchyard', 'db-2/switchyard']
 * ```
 */
export function placesOf(url: string): string[] {
  const { database, hosts = '', options, user = '' } = PARTS.exec(url)?.groups ?? {};
  const parameters = new URLSearchParams(options);
  const named = parameters.get('host') ?? hosts;
  const name = decodeURIComponent(database || user.split(':')[0]!);
  const places = named.split(',').map((given) => {
    const host = decodeURIComponent(given.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''));
    // The path of a Unix socket stays unchanged.
    const plain = host.startsWith('/') ? host : host.toLowerCase().replace(/\.$/, '');
    return `${plain === '' || loopback.has(plain) ? 'localhost' : plain}/${name}`;
  });
  return [...new Set(places)].sort();
}

/** The address of the embedded server: its machine, without the domain, which depends on the network, and its folder. */
export const embeddedPlace = (folder: string): string =>
  `${hostname().split('.')[0]!.toLowerCase()}:${folder}`;

/** Whether a database is the original for a process. */
export function stateOf(row: IdentityRow, { places, systemIdentifier }: OwnPlace): DatabaseState {
  if (row.state !== 'original') return row.state;
  const isOther =
    row.system_identifier !== null && systemIdentifier !== null && row.system_identifier !== systemIdentifier;
  return !isOther && row.places.some((place) => places.includes(place)) ? 'original' : 'undecided';
}

/** PostgreSQL lets every role read it; some hosted servers do not have it. */
const OWN_IDENTIFIER = '(select c.system_identifier::text from pg_control_system() c)';

const readText = (own: string) =>
  `select i.state, i.system_identifier, i.places, ${own} as own from (select) one left join database_identity i on true`;

interface Read {
  readonly row: IdentityRow | null;
  readonly systemIdentifier: string | null;
}

type ReadRow = { readonly own: string | null } & (IdentityRow | { readonly state: null });

/** Reads the row, and PostgreSQL's identifier of the server's data, which its replicas share. */
async function read(ask: AskDatabase): Promise<Read> {
  const [found] = await ask<ReadRow>(readText(OWN_IDENTIFIER)).catch((error: { code?: string }) => {
    // `insufficient_privilege`, `undefined_function`, `feature_not_supported`.
    if (!['42501', '42883', '0A000'].includes(error.code ?? '')) throw error;
    return ask<ReadRow>(readText('null::text'));
  });
  const { own, ...row } = found!;
  return { row: row.state === null ? null : row, systemIdentifier: own };
}

/** Records a state, with the place of the original; `undecided` and `copy` keep the former place. */
const setText = `
  insert into database_identity (name, state, system_identifier, places, changed_at) values ('this', $1, $2, $3, now())
  on conflict (name) do update set state = excluded.state, changed_at = excluded.changed_at,
    system_identifier = case when $1 = 'original' then excluded.system_identifier else database_identity.system_identifier end,
    places = case when $1 = 'original' then excluded.places else database_identity.places end`;

/** Marks a database as restored: until an operator declares it, nothing is sent. */
export async function markRestored(ask: AskDatabase): Promise<void> {
  await ask(setText, ['undecided', null, '[]']);
}

/** The decision of an operator, with the addresses recorded of the original. */
export interface IdentityDecision {
  readonly state: 'original' | 'copy';
  readonly places: readonly string[];
}

/**
 * Records the identity of a database.
 *
 * @param alsoKnown Whether the addresses recorded so far stay known beside the given ones: the same server has several names.
 */
export async function decide(
  ask: AskDatabase,
  state: IdentityDecision['state'],
  places: readonly string[],
  alsoKnown: boolean,
): Promise<IdentityDecision> {
  const { row, systemIdentifier } = await read(ask);
  const all = [...new Set([...(alsoKnown ? (row?.places ?? []) : []), ...places])].sort();
  await ask(setText, [state, systemIdentifier, JSON.stringify(all)]);
  return { state, places: all };
}

/** The identity of a process's database, kept up to date with operators' decisions. */
export class DatabaseIdentity implements OutgoingCalls {
  readonly #ask: AskDatabase;
  #state: DatabaseState;

  private constructor(
    ask: AskDatabase,
    /** The addresses that this process has of the database. */
    readonly places: readonly string[],
    state: DatabaseState,
  ) {
    this.#ask = ask;
    this.#state = state;
  }

  /**
   * Compares a database with the place that a process has. The first process on a database records its place. A process with known
   * and new addresses records the new ones, such as an address added for a failover.
   */
  static async open(ask: AskDatabase, places: readonly string[]): Promise<DatabaseIdentity> {
    let { row, systemIdentifier } = await read(ask);
    if (row === null) {
      const first = `insert into database_identity (name, state, system_identifier, places, changed_at)
        values ('this', 'original', $1, $2, now()) on conflict do nothing`;
      await ask(first, [systemIdentifier, JSON.stringify(places)]);
      row = (await read(ask)).row!;
    }
    const { places: known, system_identifier: recorded } = row;
    const state = stateOf(row, { places, systemIdentifier });
    const added = places.filter((place) => !known.includes(place));
    const learnsIdentifier = recorded === null && systemIdentifier !== null;
    if (state === 'original' && (added.length > 0 || learnsIdentifier)) {
      const text = `update database_identity set system_identifier = coalesce(system_identifier, $1),
        places = (select jsonb_agg(distinct p order by p) from jsonb_array_elements(places || $2::jsonb) p)
        where state = 'original'`;
      await ask(text, [systemIdentifier, JSON.stringify(added)]);
    }
    return new DatabaseIdentity(ask, places, state);
  }

  get state(): DatabaseState {
    return this.#state;
  }

  get off(): OutgoingCalls['off'] {
    return this.#state === 'original' ? null : this.#state;
  }

  /**
   * Reads the identity again: an operator may have decided, or the address may lead to another server.
   *
   * @returns Whether it has changed.
   */
  async refresh(): Promise<boolean> {
    const { row, systemIdentifier } = await read(this.#ask);
    // Without a row the identity is unknown.
    const state = row ? stateOf(row, { places: this.places, systemIdentifier }) : 'undecided';
    const isChanged = state !== this.#state;
    this.#state = state;
    return isChanged;
  }
}

/** Reads the identity again at the interval of heartbeats; the last state stays while the database cannot be asked. */
export function watchIdentity(
  identity: Pick<DatabaseIdentity, 'refresh'>,
  onChange: () => void,
): { stop(): Promise<void> } {
  let reading: Promise<void> | null = null;
  const readAgain = () => {
    reading ??= identity
      .refresh()
      .then((isChanged) => void (isChanged && onChange()))
      // The heartbeat reports a database that does not respond.
      .catch(() => {})
      .finally(() => {
        reading = null;
      });
  };
  const timer = setInterval(readAgain, HEARTBEAT_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await reading;
    },
  };
}
