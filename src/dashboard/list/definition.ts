import type { TypedDocumentNode } from '@apollo/client';
import type { ComponentType, ReactNode } from 'react';
import type { PickedFrom } from '../act/picker.tsx';
import type { ViewedList } from '../data/schema-types.ts';
import type { BulkAction } from './bulk.ts';

/** A filter condition of a list. Its name is its URL parameter. */
export interface FilterField {
  /** A flag is `yes` or `no`. */
  readonly kind: 'choice' | 'text' | 'time' | 'amount' | 'flag';
  readonly name: string;
  readonly label: string;
  /** The field of the GraphQL filter. */
  readonly field: string;
  /** For a flag: whether its field is a number, with 0 for `no`. */
  readonly isCount?: true;
  /** For a text: the objects to pick values from by name. */
  readonly from?: PickedFrom;
  /** The values of a choice, or the name of the response's list of values. */
  readonly options?: readonly string[] | 'connectors';
}

/** The payment methods of list filters. */
export const methods = [
  'card',
  'wallet',
  'bank_redirect',
  'bank_transfer',
  'bank_debit',
  'pay_later',
  'voucher',
  'real_time_payment',
  'upi',
  'gift_card',
  'card_redirect',
  'open_banking',
  'mobile_payment',
  'crypto',
  'reward',
] as const;

/** The export columns of an amount: minor units, major units and currency. */
export const exportedAmount = (name: string): readonly string[] => [name, `${name}_major`, 'currency'];

export interface ListColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The GraphQL order field of sortable columns. */
  readonly orderBy?: string;
  readonly isNumber?: boolean;
  /** A sentence, shown in full. Other texts are cut to one line, with the full text in the title. */
  readonly isSentence?: boolean;
  /** The column's export columns, if not its own name: an amount needs its currency. */
  readonly exports?: readonly string[];
  /** Hidden by default. */
  readonly isOptional?: boolean;
}

/** One page of rows, named `rows` in each list document. */
export interface ListAnswer<Row> {
  /** The connectors' names, for a filter's options. */
  readonly connectors?: readonly { readonly name: string }[];
  readonly rows: {
    readonly nodes: readonly Row[];
    readonly count: { readonly count: number; readonly precision: 'EXACT' | 'AT_LEAST' };
    readonly pageInfo: {
      readonly hasNextPage: boolean;
      readonly hasPreviousPage: boolean;
      readonly startCursor?: string | null;
      readonly endCursor?: string | null;
    };
  };
}

/** Variables of a list's documents. */
export interface ListVariables {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly orderBy: { readonly field: string; readonly direction: 'ASC' | 'DESC' };
  readonly first?: number;
  readonly after?: string;
  readonly last?: number;
  readonly before?: string;
}

/** Totals by currency, named `groups` in each totals document. */
export interface SumsAnswer {
  readonly groups: readonly ({ readonly currency: string; readonly count: number } & Readonly<
    Record<string, unknown>
  >)[];
}

/** A list's totals: the document with the list's filter, and its amounts with headers. */
export interface ListSums {
  readonly document: TypedDocumentNode<unknown, never>;
  readonly figures: readonly (readonly [header: string, field: string])[];
  /** Total amounts, fees and net amounts of payments, in a separate, slower request. */
  readonly fees?: TypedDocumentNode<unknown, never>;
}

/** A list's fees and net amounts by currency. */
export interface FeesAnswer {
  readonly groups: readonly {
    readonly currency: string;
    readonly count: number;
    readonly netAmount: number | null;
    readonly netOfFees: number | null;
    readonly netOfFeesCount: number | null;
    readonly fees: readonly { readonly currency: string; readonly amount: number }[] | null;
  }[];
}

export interface ListRow {
  readonly id: string;
}

/** Configures the generic list for payments, refunds and so on. */
export interface ListDefinition<Row extends ListRow> {
  readonly title: string;
  /** The key of the list's saved views; absent without views. */
  readonly list?: ViewedList;
  /** One row, as in "3 new payments". */
  readonly noun: string;
  // A document accepts its own resource's filter, composed by name.
  readonly document: TypedDocumentNode<ListAnswer<Row>, never>;
  /** The subscription to new and changed rows. */
  readonly changes?: TypedDocumentNode<unknown, Record<string, never>>;
  readonly columns: readonly ListColumn<Row>[];
  readonly filters: readonly FilterField[];
  /** Conditions that every row meets, for the list of one object's parts. */
  readonly where?: Readonly<Record<string, unknown>>;
  /** Common filters: label and URL parameters. */
  readonly presets?: readonly (readonly [label: string, address: string])[];
  /** The default sort column, descending. */
  readonly sortedBy: string;
  /** The searched fields; absent if the list has no search. */
  readonly searches?: string;
  /** The filter for the search text; by default the text is searched verbatim. */
  readonly soughtBy?: (typed: string) => Readonly<Record<string, unknown>>;
  /** A row's identifier for screen readers, in lists whose first column is not the identifier. */
  readonly idOf?: (row: Row) => string;
  readonly hrefOf: (row: Row) => string;
  /** Totals over the whole filter; absent without amounts. */
  readonly sums?: ListSums;
  /** The button that creates an object by hand; it hides itself without the permission. */
  readonly create?: ComponentType;
  /** The button of the action on the whole list. */
  readonly action?: ComponentType;
  /** Actions on selected rows; absent without selection. */
  readonly bulk?: readonly BulkAction<Row>[];
  /** The path of the list's export. */
  readonly exportPath?: string;
  /** False if no schedule can export the list. */
  readonly isScheduled?: false;
}
