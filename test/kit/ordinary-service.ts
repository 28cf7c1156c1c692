import { randomBytes } from 'node:crypto';
import { type CheckingSession, openChecks } from './checking-session.ts';
import { expectSameCopies } from './citus.ts';
import { createDatabase } from './database.ts';
import { expectEventsMatchSchemas } from './events.ts';
import { expectInvariants } from './invariants.ts';
import { startTestService, type TestService } from './service.ts';

/** A database, and the key that services on it share. */
export interface Place {
  readonly databaseUrl: string;
  readonly encryptionKey: Buffer;
}

export const freshPlace = async (): Promise<Place> => ({
  databaseUrl: await createDatabase(),
  encryptionKey: randomBytes(32),
});

interface Running {
  readonly place: Place;
  readonly service: TestService;
}

/**
 * The service without options, on one database. It starts when the first test of a file asks for it. Files are kept apart by
 * their merchants, so that several may share it.
 */
export class OrdinaryService {
  #running: Promise<Running> | undefined;
  readonly #checked = new Set<string>();
  #checks: Promise<CheckingSession> | undefined;
  #lastEvent = 0;

  async place(): Promise<Place> {
    return (await this.#run()).place;
  }

  /** The service with nothing logged and no statement sent yet. */
  async forNextFile(): Promise<TestService> {
    const { service } = await this.#run();
    service.logs.length = 0;
    service.statements.length = 0;
    return service;
  }

  /**
   * Expects the merchants that a file made to satisfy every invariant, the events since to match their schemas, and
   * statements to touch what they declare.
   */
  async checkFile(): Promise<void> {
    const { database, expectDeclared } = (await this.#run()).service;
    this.#checks ??= this.#openChecks(database);
    const checks = await this.#checks;
    const text = 'select merchant_id from merchant_accounts';
    const statement = { text, values: [], touches: 'everything' } as const;
    const rows = await checks.rows.query<{ merchant_id: string }>(statement, null);
    const made = rows.map(({ merchant_id: id }) => id).filter((id) => !this.#checked.has(id));
    for (const id of made) this.#checked.add(id);
    const after = this.#lastEvent;
    // Violations belong to this file: the next one begins after it.
    const text2 = 'select coalesce(max(sequence), 0)::int8 as last from events';
    const [latest] = await checks.rows.query<{ last: number }>({ ...statement, text: text2 }, null);
    this.#lastEvent = Number(latest!.last);
    await expectDeclared(checks);
    await expectInvariants(checks, made);
    await expectSameCopies((await this.place()).databaseUrl);
    await expectEventsMatchSchemas(checks, after);
  }

  async #openChecks(database: TestService['database']): Promise<CheckingSession> {
    const checks = await openChecks(database);
    // A test may end it, as any session of the database.
    checks.session.once('end', () => {
      this.#checks = undefined;
    });
    return checks;
  }

  #run(): Promise<Running> {
    this.#running ??= freshPlace().then(async (place) => ({ place, service: await startTestService(place) }));
    return this.#running;
  }
}

/**
 * The one of this worker. Vitest makes a fixture of scope `worker` anew for each file, and evaluates this module once a
 * worker where files are not isolated.
 */
export const ordinaryService = new OrdinaryService();
