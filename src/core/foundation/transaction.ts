import type { EntityManager } from '@mikro-orm/postgresql';
import type { Message } from './ports/mail.ts';

/** A row under the specification's names, with timestamps in ISO 8601. */
export type Row = Record<string, unknown>;

/** A row as the database writes it: the text of each column, in the statement's order. */
export type TextRow = readonly (string | null)[];

/**
 * The tables that a statement and the functions it calls read and write, as its text names them: `payments`,
 * `auth.persons`. Rows that it locks are read. Triggers' tables are left out, and so is a read of a written table.
 * `everything` fits every statement: of a transaction it sends all pending rows first.
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
   * Of one that finds rows of all merchants: its text for some of them, whom a further parameter has. While a node of a
   * cluster is lost, the merchants of the others are asked for.
   */
  readonly ofSome?: string;
  /**
   * Of one over all merchants that a cluster has no plan for: its text for one merchant, whom a further parameter has, and the
   * statement that finds the merchants to ask, whose rows have `merchant_id`.
   */
  readonly ofEach?: { readonly text: string; readonly merchants: Statement };
  /** Whether it reads many rows, so that it must not take the connections of other reads. */
  readonly heavy?: boolean;
  /** Whether its text is too variable to be kept prepared on every connection. */
  readonly unprepared?: boolean;
  /** Whether its rows are wanted as the database writes them: see {@link TextRow}. */
  readonly asTexts?: boolean;
  /** Ends a heavy statement: on the server too if it runs, or before it starts. */
  readonly signal?: AbortSignal;
}

/** In place of a merchant, for statements whose functions bypass row-level security. */
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
  /** The kind of object, as its state table names it. */
  readonly of: string;
  /** The field that holds the status. */
  readonly field: string;
  readonly from: string | null;
  readonly to: string;
  /** The cause in the object's status history; null of what is no change of status. */
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
  /** When it happened; the same as the body's `timestamp`. */
  readonly at: Date;
  readonly deliveries: readonly { readonly deliveryId: string; readonly endpointId: string }[];
  readonly test?: boolean;
}

/** A webhook delivery that was queued, or made due at once. */
export interface QueuedDelivery {
  readonly merchantId: string;
  readonly deliveryId: string;
}

/** The changes to an entity in a flush. */
export interface EntityChange {
  /** Its values in the database before the transaction changed it, by column; null if the transaction inserted it. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** The columns that were written. */
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
  /** The merchant that the object belongs to; `*` if none. */
  readonly merchantId: string;
  /** Such as `business_profile`. */
  readonly objectType: string;
  readonly objectId: string;
  readonly changes: readonly FieldChange[];
}

/** Collected while a transaction runs, and written just before it commits; mails are sent once it has. */
export interface Outbox {
  readonly transitions: StatusTransition[];
  /** Events that do not follow from a transition. */
  readonly events: NewEvent[];
  /**
   * Every object created or locked by the transaction, which no other can change before it ends, with its row by column
   * when it was locked; null if it was created.
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
   * Sends the pending writes as one statement, and reports its errors as MikroORM's exceptions. Without this call they
   * are sent before the first statement that could see the difference, or with the commit.
   */
  send(): Promise<void>;
  /** Has the next flush insert an entity, which has the defaults of its columns already. */
  persist(entity: object): void;
  /** Adds a row to the pending writes, by column in the database's representation. */
  insert(table: string, row: Readonly<Record<string, unknown>>): void;
  /**
   * Adds a time to the pending writes for the row with a key, which never goes back: it becomes the later one of the row's and
   * this. Flushed changes of the row are sent with it.
   */
  touch(table: string, key: Readonly<Record<string, unknown>>, column: string, at: Date): void;
  /** Whether a statement other than a flush's may have changed rows of a table, so that entities do not show it. */
  isBypassed(table: string): boolean;
}

/** An open transaction. Its rows include flushed changes. Flushed writes are sent together, as late as possible. */
export interface OpenTransaction {
  readonly em: EntityManager;
  readonly rows: RowSource;
  readonly writes: Writes;
  /** Entities written so far. */
  readonly changed: ReadonlySet<object>;
  /** Changes written for them. */
  readonly changes: ReadonlyMap<object, EntityChange>;
  /** Whether its merchant is suspended, as an organization's key found it. */
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
