import type { TypedDocumentNode } from '@apollo/client';
import type { ComponentType, ReactNode } from 'react';
import type { PickedFrom } from '../act/picker.tsx';
import type { ViewedList } from '../data/schema-types.ts';
import type { BulkAction } from './bulk.ts';

/** A condition that a list can be filtered by. Its name is its parameter in the address. */
export interface FilterField {
  /** A flag is `yes` or `no`. */
  readonly kind: 'choice' | 'text' | 'time' | 'amount' | 'flag';
  readonly name: string;
  readonly label: string;
  /** The field of the GraphQL filter. */
  readonly field: string;
  /** Of a flag: whether its field is a number, which is 0 for `no`. */
  readonly isCount?: true;
  /** Of a text: what its values are picked from, by their names. */
  readonly from?: PickedFrom;
  /** The values of a choice, or the name of the list in the response that has them. */
  readonly options?: readonly string[] | 'connectors';
}

/** Payment methods that lists can be filtered by. */
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

/** The export's columns of an amount: in minor and major units, and the currency that they are of. */
export const exportedAmount = (name: string): readonly string[] => [name, `${name}_major`, 'currency'];

export interface ListColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The field of the GraphQL order, for columns that the list can be sorted by. */
  readonly orderBy?: string;
  readonly isNumber?: boolean;
  /** A sentence, which is shown whole: other texts are cut to a line, and whole in their titles. */
  readonly isSentence?: boolean;
  /** The columns of the export that have it, if they are not the one of its name: an amount needs its currency. */
  readonly exports?: readonly string[];
  /** Columns that are shown only if they are chosen. */
  readonly isOptional?: boolean;
}

/** One page of rows, as each document of a list calls it `rows`. */
export interface ListAnswer<Row> {
  /** The names of connectors, for the choice of them. */
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

/** Sums by currency, as each document of sums calls them `groups`. */
export interface SumsAnswer {
  readonly groups: readonly ({ readonly currency: string; readonly count: number } & Readonly<
    Record<string, unknown>
  >)[];
}

/** The sums of a list: the document, which takes the list's filter, and its amounts with their headers. */
export interface ListSums {
  readonly document: TypedDocumentNode<unknown, never>;
  readonly figures: readonly (readonly [header: string, field: string])[];
  /** The whole amounts, fees and what is left after them, for payments: asked for apart, as it takes longer. */
  readonly fees?: TypedDocumentNode<unknown, never>;
}

/** The fees of a list by currency, and what they leave. */
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
  /** The key of its saved views; absent if it has none. */
  readonly list?: ViewedList;
  /** One row, as in "3 new payments". */
  readonly noun: string;
  // A document takes its own resource's filter, which is composed by name.
  readonly document: TypedDocumentNode<ListAnswer<Row>, never>;
  /** Announces that a row has changed, or is new. */
  readonly changes?: TypedDocumentNode<unknown, Record<string, never>>;
  readonly columns: readonly ListColumn<Row>[];
  readonly filters: readonly FilterField[];
  /** Filters that are wanted often: what each is called, and its parameters in the address. */
  readonly presets?: readonly (readonly [label: string, address: string])[];
  /** The column that the list is sorted by at first, descending. */
  readonly sortedBy: string;
  /** The searched fields; absent if the list has no search. */
  readonly searches?: string;
  /** The filter of what was typed into the search box; by default it is searched as it is. */
  readonly soughtBy?: (typed: string) => Readonly<Record<string, unknown>>;
  /** A row's identifier, which tells rows apart for people who hear them; for lists that do not begin with it. */
  readonly idOf?: (row: Row) => string;
  readonly hrefOf: (row: Row) => string;
  /** Sums over the whole filter; absent if there is nothing to add up. */
  readonly sums?: ListSums;
  /** The button that creates one by hand; it shows itself to those who may. */
  readonly create?: ComponentType;
  /** The button of what is done with the list as a whole. */
  readonly action?: ComponentType;
  /** Actions on selected rows; absent where rows are not selected. */
  readonly bulk?: readonly BulkAction<Row>[];
  /** Where the list is exported from. */
  readonly exportPath?: string;
}
