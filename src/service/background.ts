import type { Logger } from 'pino';
import { reasonOf } from '../core/foundation/outgoing-calls.ts';
import { type Dispatcher, startDispatcher } from '../core/webhooks/dispatcher.ts';
import { watchIdentity } from '../database/identity.ts';
import { type Heartbeat, startHeartbeat } from '../jobs/heartbeat.ts';
import { startRecovery } from '../jobs/recovery.ts';
import { serviceTasks } from '../jobs/tasks.ts';
import { type RunningTasks, startTicker } from '../jobs/ticker.ts';
import type { Core } from './core.ts';
import type { KnownIdentity, ServiceParts } from './service.ts';

/** Logs that the database is a copy or undecided, with the command that changes it. */
function warnUnlessOriginal({ off, places }: KnownIdentity, logger: Logger): void {
  if (off === null) return;
  const otherwise = off === 'undecided' ? '; if it is a copy: switchyard database copy' : '';
  logger.warn({ database: off, places }, `${reasonOf(off)}${otherwise}`);
}

/** Background work of a service: jobs, recovery, webhooks, and the heartbeats that recovery relies on. */
export class Background {
  readonly #parts: ServiceParts;
  readonly #core: Core;
  readonly #running: { stop(): Promise<unknown> }[] = [];
  #heartbeat: Heartbeat | undefined;
  #jobs: RunningTasks | undefined;
  #dispatcher: Dispatcher | undefined;

  constructor(parts: ServiceParts, core: Core) {
    this.#parts = parts;
    this.#core = core;
  }

  /** Null in a process that runs no jobs. */
  readonly jobsRunning = (): boolean | null => this.#jobs?.running ?? null;

  async start(): Promise<void> {
    const { database, identity, logger, ports: given, secrets, settings } = this.#parts;
    const { changeNotifications, clock, learned, onError, ports, sandbox, systemContext } = this.#core;
    const { ids, processId } = ports;
    const keys = { ids: () => ports.encryption.keyIds, refresh: secrets.keyring.refresh };
    if (identity) {
      warnUnlessOriginal(identity, logger);
      const onChange = () => {
        if (identity.off === null)
          logger.info('this database is the original: outgoing calls are made again');
        else warnUnlessOriginal(identity, logger);
      };
      this.#running.push(watchIdentity(identity, onChange));
    }
    const { heartbeats } = database;
    const store = {
      beat: (id: string, keyIds: readonly string[]) => clock.read(() => heartbeats.beat(id, keyIds)),
      leave: (id: string) => heartbeats.leave(id),
    };
    this.#heartbeat = startHeartbeat(store, processId, keys, onError);
    this.#running.push(learned.start());
    if (settings.role === 'web') return;
    this.#jobs = await startTicker({
      tasks: serviceTasks,
      contextFor: () => systemContext(ids.make('job')),
      heartbeat: this.#heartbeat,
      logger,
      retention: settings.retention,
    });
    this.#running.push(this.#jobs);
    this.#running.push(startRecovery(() => systemContext(ids.make('req')), this.#heartbeat, logger));
    if (sandbox) this.#running.push(sandbox.start(systemContext, onError));
    this.#dispatcher = startDispatcher({
      ctx: systemContext('webhooks'),
      logger,
      onDeliveries: (listener) => changeNotifications.onDeliveries(listener),
      options: { byMerchant: database.spread, ...given?.webhooks },
    });
  }

  /** Sends no further webhook; those being sent have `graceMs`. */
  async stopSending(graceMs: number): Promise<void> {
    await this.#dispatcher?.stop(graceMs);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((running) => running.stop()));
  }

  /** Last, because other processes take over the work of one without a heartbeat. */
  async stopHeartbeat(): Promise<void> {
    await this.#heartbeat?.stop();
  }
}
