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
 * The default service, on one database. It starts when a file's first test needs it. Files use different merchants, so
 * several may share it.
 */
export class OrdinaryService {
  #running: Promise<Running> | undefined;
  readonly #checked = new Set<string>();
  #checks: Promise<CheckingSession> | undefined;
  #lastEvent = 0;

  async place(): Promise<Place> {
    return (await this.#run()).place;
  }

  /** Whether a service has the shared database. */
  async serves(service: TestService): Promise<boolean> {
    return (await this.#running)?.service === service;
  }

  /** The service with empty logs and statement lists. */
  async forNextFile(): Promise<TestService> {
    const { service } = await this.#run();
    service.logs.length = 0;
    service.statements.length = 0;
    return service;
  }

  /**
   * Expects the file's merchants to satisfy every invariant, new events to match their schemas, and statements to touch
   * only declared tables.
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
    // Violations belong to this file: the next one starts after it.
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
    // A test may have ended it, like any session of the database.
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
 * This worker's instance. Vitest recreates a fixture of scope `worker` for each file, and evaluates this module once
 * per worker if files are not isolated.
 */
export const ordinaryService = new OrdinaryService();
