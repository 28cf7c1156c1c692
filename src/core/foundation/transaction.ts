import type { EntityManager } from '@mikro-orm/postgresql';
import type { Message } from './ports/mail.ts';

/** A row under the specification's names, with timestamps in ISO 8601. */
export type Row = Record<string, unknown>;

/** A row in the database's text format: the text of each column, in the statement's order. */
export type TextRow = readonly (string | null)[];

/**
 * The tables that a statement and the functions it calls read and write, as its text names them: `payments`,
 * `auth.persons`. Rows that it locks are read. Triggers' tables are omitted, and so are reads of written tables.
 * `everything` fits every statement: it first sends all pending rows of a transaction.
 */
export type Touches =
  | 'everything'
  | { readonly reads?: readonly string[]; readonly writes?: readonly string[] };

/** Whether a statement writes nothing. */
export const isRead = (touches: Touches): boolean => touches !== 'everything' && !touches.writes?.length;

/** A parameterised statement. Its text contains no values from outside. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Declared where the text is written; the tests' kit compares it with PostgreSQL's own analysis of the text. */
  readonly touches: Touches;
  /**
   * For a statement over all merchants: its text for some merchants, given in an additional parameter. While a node
   * of a cluster is down, it runs for the merchants of the other nodes.
   */
  readonly ofSome?: string;
  /**
   * For a statement over all merchants that a cluster cannot plan: its text for one merchant, given in an additional
   * parameter, and the statement that finds the merchants, whose rows have `merchant_id`.
   */
  readonly ofEach?: { readonly text: string; readonly merchants: Statement };
  /** Whether it reads many rows, so that it must not occupy the connections of other reads. */
  readonly heavy?: boolean;
  /** Whether its text is too variable to be kept prepared on every connection. */
  readonly unprepared?: boolean;
  /** Whether its rows are returned in the database's text format: see {@link TextRow}. */
  readonly asTexts?: boolean;
  /** Ends a heavy statement: before it starts or, if running, also on the server. */
  readonly signal?: AbortSignal;
}

/** Stands for a merchant in statements whose functions bypass row-level security. */
export const ANYWHERE = Symbol('anywhere');

/** Runs SQL under row-level security. A statement sees the rows of `merchantId`, or of all merchants if null. */
export interface RowSource {
  /**
   * Runs one statement. `Result` types the columns of hand-written SQL: `rows.query<{ delivery_id: string }>(…)`.
   */
  query<Result extends object = Row>(
    statement: Statement,
    merchantId: string | null | typeof ANYWHERE,
  ): Promise<Result[]>;
}

/** A status transition of an object within a transaction. */
export interface StatusTransition {
  readonly entity: object;
  /** The kind of object, by its name in the state table. */
  readonly of: string;
  /** The field that holds the status. */
  readonly field: string;
  readonly from: string | null;
  readonly to: string;
  /** The cause in the object's status history; null without a change of status. */
  readonly cause: string | null;
  /** The event type to emit instead of the status's default. */
  readonly event?: string;
}

/** An event to record, with a delivery to each endpoint that subscribes to it. */
export interface NewEvent {
  readonly merchantId: string;
  readonly eventId: string;
  /** An `EventType`, such as `payment_succeeded`. */
  readonly type: string;
  readonly objectType: 'payment' | 'refund' | 'dispute' | 'payout' | 'notification' | 'report';
  readonly objectId: string;
  readonly paymentId: string | null;
  readonly payoutId: string | null;
  readonly profileId: string | null;
  readonly body: string;
  /** Time of the event, equal to the body's `timestamp`. */
  readonly at: Date;
  readonly deliveries: readonly { readonly deliveryId: string; readonly endpointId: string }[];
  readonly test?: boolean;
}

/** A webhook delivery that was queued or made due immediately. */
export interface QueuedDelivery {
  readonly merchantId: string;
  readonly deliveryId: string;
}

/** The changes to an entity in a flush. */
export interface EntityChange {
  /** Its values in the database before the transaction changed it, by column; null if the transaction inserted it. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** The written columns. */
  readonly columns: Set<string>;
  /** Whether it was deleted. */
  deleted: boolean;
}

/** A field of an object before and after a change. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Whether the values are withheld; they are null then. */
  readonly concealed: boolean;
}

/** The changes that a request made to an object. */
export interface AuditedChange {
  /** The object's merchant, or `*`. */
  readonly merchantId: string;
  /** Such as `business_profile`. */
  readonly objectType: string;
  readonly objectId: string;
  readonly changes: readonly FieldChange[];
}

/** Collected during a transaction and written just before the commit; mails are sent after the commit. */
export interface Outbox {
  readonly transitions: StatusTransition[];
  /** Events that do not follow from a transition. */
  readonly events: NewEvent[];
  /**
   * Objects created or locked by the transaction, which no other transaction can change before its end, with the row
   * by column at the time of the lock; null for created objects.
   */
  readonly held: Map<object, Row | null>;
  readonly queuedDeliveries: QueuedDelivery[];
  /** Audit log records other than changes of entities. */
  readonly audited: AuditedChange[];
  readonly mails: Message[];
}

/** Writes that a transaction has not sent yet. */
export interface Writes {
  /**
   * Sends the pending writes as one statement, and reports its errors as MikroORM's exceptions. Otherwise they are
   * sent before the first statement that could observe them, or with the commit.
   */
  send(): Promise<void>;
  /** Adds a row to the pending writes, by column in the database's representation. */
  insert(table: string, row: Readonly<Record<string, unknown>>): void;
  /**
   * Adds a time to the pending writes for the row with a key. The time never decreases: the later of the row's time
   * and this time is stored. Flushed changes of the row are sent with it.
   */
  touch(table: string, key: Readonly<Record<string, unknown>>, column: string, at: Date): void;
  /** Whether a statement other than a flush may have changed rows of a table, so that entities are outdated. */
  isBypassed(table: string): boolean;
}

/**
 * The entities of a transaction. Each row has one, in whatever way it was found, until the transaction ends. Changes are
 * written by the next flush, which adds them to the pending writes.
 */
export interface Entities
  extends Pick<
    EntityManager,
    'find' | 'findOne' | 'findOneOrFail' | 'count' | 'nativeUpdate' | 'nativeDelete'
  > {
  /** Makes the next flush insert entities. */
  persist(entities: object | readonly object[]): this;
  /** The same, for an entity that has the defaults of its omitted columns at once. */
  persistWithDefaults(entity: object): void;
  /** Makes the next flush delete the row of an entity. */
  remove(entity: object): this;
  /** Writes the changes of entities since their rows were read or last written. */
  flush(): Promise<void>;
  /**
   * The entity of a row.
   *
   * @param row Its columns, as the database returns them.
   * @param refresh Whether changes that are not flushed are discarded. By default they stay.
   */
  load<T extends object>(target: new () => T, row: Row, refresh?: boolean): T;
  /** Inserts a row at once, unless there is one with its primary key. */
  insertIfMissing<T extends object>(target: new () => T, values: Partial<T>): Promise<void>;
  /** The entities whose rows were read or written, by class. */
  known(): object[];
}

/** An open transaction. Its rows include flushed changes. Flushed writes are sent together, as late as possible. */
export interface OpenTransaction {
  readonly em: Entities;
  readonly rows: RowSource;
  readonly writes: Writes;
  /** Entities written so far. */
  readonly changed: ReadonlySet<object>;
  /** Changes written for them. */
  readonly changes: ReadonlyMap<object, EntityChange>;
  /** Whether its merchant is suspended, as read for an organization's key. */
  readonly suspended?: boolean;
}

/** A command's transaction and its outbox. */
export interface Transaction extends OpenTransaction {
  readonly outbox: Outbox;
}

/** Runs work in a transaction under row-level security, and commits when it resolves. Null sees all merchants. */
export type Transact = <T>(
  merchantId: string | null,
  work: (transaction: OpenTransaction) => Promise<T>,
) => Promise<T>;

/** A position in the change feed, which is ordered by transaction id, then by write order within a transaction. */
export interface FeedPosition {
  readonly transactionId: bigint;
  readonly sequence: bigint;
}

/** Negative if `a` is before `b`, positive if it is after, 0 if they are equal. */
export function comparePositions(a: FeedPosition, b: FeedPosition): number {
  if (a.transactionId !== b.transactionId) return a.transactionId < b.transactionId ? -1 : 1;
  if (a.sequence === b.sequence) return 0;
  return a.sequence < b.sequence ? -1 : 1;
}
