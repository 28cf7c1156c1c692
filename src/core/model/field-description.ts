import type { DescribedClass } from './description.ts';
import type { EnumerationOf } from './enumeration.ts';

/** The kind of a field's value. Column, GraphQL type, REST shape and JSON Schema follow from it. */
export type Kind =
  | 'id'
  | 'text'
  | 'amount'
  | 'integer'
  | 'bool'
  | 'timestamp'
  | 'enumeration'
  | 'enumeration_list'
  | 'json_object'
  | 'json'
  | 'object'
  | 'object_list'
  | 'text_list'
  | 'json_encoded_list'
  | 'children'
  | 'reference';

/** Named string formats; each is checked by {@link file://./formats.ts}. */
export type TextFormat =
  | 'email'
  | 'url'
  | 'currency'
  | 'country'
  | 'phone_country_code'
  | 'date_time'
  | 'statement_descriptor'
  | 'card_number'
  | 'card_exp_month'
  | 'card_exp_year'
  | 'cvc'
  | 'cavv'
  | 'ds_transaction_id'
  | 'three_ds_version'
  | 'eci'
  | 'iban'
  | 'bic'
  | 'aba_routing_number'
  | 'ach_account_number'
  | 'sort_code'
  | 'bacs_account_number'
  | 'bsb_number'
  | 'becs_account_number'
  | 'blik_code'
  | 'tax_number'
  | 'vpa'
  | 'gift_card_number'
  | 'gift_card_pin'
  | 'ip_network'
  | 'css_colour'
  | 'host'
  | 'host_pattern';

/**
 * Where a field is visible.
 *
 * - `everywhere`, the default: in every view.
 * - `list`, `single`: in the specification's lists, or its single retrievals, only. GraphQL and REST beyond the
 *   specification show both.
 * - `beyond`: not in the specification. GraphQL and REST beyond it show the field; of children, GraphQL only.
 * - `nowhere`: an internal column.
 */
export type Visibility = 'everywhere' | 'list' | 'single' | 'beyond' | 'nowhere';

/**
 * Why a field has no effect: it is stored but never read; it is not stored; it is never set; or its output is not used.
 * Determines the last sentence of its description, and its line in docs/fields.md.
 */
export type Inertia = 'kept' | 'ignored' | 'never_set' | 'accepted_nowhere';

/**
 * What is sent to a place that a field names: the numbers of `card`s, `personal` data, or `money`. Setting the field takes the
 * permission that reading it takes: see `redirects.ts`.
 */
export type Redirected = 'card' | 'personal' | 'money';

/** The reason why an address, a host, an e-mail address or a secret redirects nothing. */
export type RedirectsNothing =
  /** The customer's own, or their bank account: it is theirs to give. */
  | 'of_customer'
  /** The customer is led there with an identifier and a signed status. */
  | 'leads_back'
  /** Shown on pages or to a bank; nothing is sent to it. */
  | 'shown'
  /** It has no effect unless it is a domain that was proved. */
  | 'only_if_proved'
  /** It signs, or proves who the caller is; whoever sets it learns nothing. */
  | 'signs'
  /** It names a request or a text. */
  | 'names'
  /** The operation takes a permission that covers it. */
  | 'guarded_by_operation';

/** The reason why free-form JSON shows what has the name of a secret. */
export type ShownWhole =
  /** The customer's browser or app needs it: a session or a token made for it. */
  | 'for_client'
  /** What is secret was concealed before it was stored. */
  | 'concealed';

/**
 * What a text without a format says. Texts that say none of these are free text: the request log conceals them, and they
 * may hold no card number.
 *
 * - `identifier`: a reference to an object, of this service or another. Shown in the request log.
 * - `code`: a word of a fixed set, such as a connector's name or an error code. Shown in the request log.
 * - `message`: a vendor's message. The request log shows it in responses, masked.
 * - `token`: what opens, identifies or pays at another service. Concealed; it may look like a card number.
 * - `phone`: a phone number. Concealed; up to 15 digits are no card number.
 * - `holder_name`: the name of the holder of a card or an account. Concealed; three or four digits are refused.
 */
export type TextMeaning = 'identifier' | 'code' | 'message' | 'token' | 'phone' | 'holder_name';

/** A JSON Schema that documents hold once, under its name, and refer to. */
export interface NamedSchema {
  readonly name: string;
  /** Builds it. `refer` gives the place of another in the same document, or that schema itself where none are named. */
  readonly schema: (refer: (other: NamedSchema) => Schema) => Schema;
}
type Schema = { [keyword: string]: unknown };

/** A value that statements read out of other tables. */
export interface ComputedValue {
  /** The other tables. */
  readonly reads: readonly string[];
  /** The value in SQL of a row, given its alias, and its merchant: a cluster looks for both in one place. */
  readonly sql: (row: string, merchantId: string) => string;
}

/**
 * A time at which something becomes due, or a document with such times: while it is to come, advancing the merchant's test
 * clock brings it closer. Conditions are SQL about columns of the same row.
 */
export interface DueTime {
  /** The kind that the test clock counts it as; not counted without. */
  readonly as?: string;
  /** When the time means something; always unless given. Others stay as they are. */
  readonly while?: string;
  /** When it is counted besides. */
  readonly counted?: string;
}

/** Options of every field. */
export interface FieldOptions {
  /** Never null on a resource; must be given on an input. */
  required?: boolean;
  visibility?: Visibility;
  /** Encrypted at rest: the column holds ciphertext, for every kind. */
  encrypted?: boolean;
  /** JSON of an object or a list, stored as `packText` writes it, in a column of JSON as a string, or as it is. */
  packed?: boolean;
  /**
   * Shown with all but the first two and last two characters as stars, or all but the last four. In free-form JSON: every
   * string but those that have the name of no secret, or with `named` those that have the
   * name of one, or hold a key or a card number by their form.
   */
  masked?: boolean | 'last_four' | 'wholly' | 'named';
  /** Why free-form JSON is shown with what has the name of a secret. In any other it is masked, wherever it is shown. */
  shownWhole?: ShownWhole;
  /**
   * A member of a union tagged by key: an object has at most one. In a class with only such members, exactly one is
   * required.
   */
  alternative?: boolean;
  /**
   * REST shows it only if it has a value: it is not in the specification, whose objects are otherwise complete. Why it is shown
   * at all: an ordinary sentence, for docs/fields.md.
   */
  onlyIfSet?: string;
  /**
   * Filterable in GraphQL, with an index; `unindexed` without, which every write would have to keep: the list is then read
   * in its order.
   */
  filter?: boolean | 'unindexed';
  /**
   * Where the rows with a value are found, if few keep it: in a table with their keys, or by a column of their own that is
   * set in them alone and has an index. An index of the field would get an entry with each change of it.
   */
  listed?: Readonly<Record<string, { readonly table: string } | { readonly column: string }>>;
  /** Sortable in GraphQL, with an index. */
  sort?: boolean;
  /** Searched by `search` in GraphQL: a text as a whole, or the named member of a nested object. */
  search?: boolean | string;
  /** Searched likewise, but by words that a trigger adds to the object's entry: no column is generated for them. */
  searchEntry?: true;
  /** A time that others are compared with: to the microsecond. */
  bound?: boolean;
  /** Follows the test clock; see {@link DueTime}. Any other time of a merchant is a record of the past, or stays for a reason. */
  due?: DueTime;
  /** A number that grows with each change of the row, for optimistic locking. */
  countsChanges?: true;
  /** The field with the calling code of a phone number. It is then searched by its digits, and is personal data. */
  callingCode?: string;
  /** Included in events although REST does not show it. */
  event?: boolean;
  /**
   * A secret that authorizes its bearer. Shown to those who may change the resource; events never contain it. One that
   * opens `personal` data is shown to those who may read them, or if it shows them masked.
   */
  credential?: boolean | 'personal';
  /**
   * An address that may hold a secret in its path or query, as those of webhooks do: who may not change the resource is shown
   * its origin only.
   */
  secretPath?: boolean;
  /** Personal data: shown masked to callers without `personal_data:read`, who cannot filter, sort or search by it. */
  personal?: boolean;
  /** Set where the value decides where card numbers, personal data or money are sent. Its description then says so. */
  redirects?: Redirected;
  /** For one that redirects personal data: the path, from the same object, of the boolean that masks them on the way. */
  maskedBy?: string;
  /** For what is sent along, such as headers: the path, from the same object, of the address that it is sent to. */
  sentTo?: string;
  /** Set where another value takes the place of a cleared one, so that clearing it, or a value in it, redirects too. */
  fallsBack?: true;
  /** Whether its value is taken over from other settings, but for what a request names: that is checked, not what is stored. */
  takenOver?: true;
  /** Why a URL, a host, an e-mail address or a key, or those in an object, redirect nothing. Each has this or `redirects`. */
  redirectsNothing?: RedirectsNothing;
  /** For a free-form object: the class that each of its values has some fields of. */
  variantsOf?: () => DescribedClass;
  /** What a text says; free text unless given. */
  holds?: TextMeaning;
  /** GraphQL name, if it is not the specification's name in camelCase. */
  graphql?: string;
  /** Value shown in example objects: in OpenAPI and in test webhooks. */
  example?: unknown;
  /** The column's default, an SQL expression. */
  default?: string;
  /** Adds a CHECK of an enumeration's values. Amounts always have a CHECK of their range. */
  checked?: boolean;
  /**
   * The SQL expression of a generated column. Entities never load it. A nested member needs such a column to be
   * filtered by: under row-level security PostgreSQL uses an expression index only if the expression's functions are
   * leakproof, and JSON functions are not.
   */
  derived?: string;
  /**
   * A field without a column, which is only filtered by: its value, read out of other tables, so that no write has to keep
   * it.
   */
  computed?: ComputedValue;
  /** For an amount: the field with its currency, if that is not `currency`. */
  currencyIn?: string;
  /** For a column that a trigger keeps: its value, from the other values of the row. Entities never write it. */
  keptAs?: (row: Readonly<Record<string, unknown>>) => unknown;
  /** The table of a free-form object's entries, one row per entry, which makes it filterable in GraphQL. */
  entries?: string;
  /** Overrides the kind's column options. */
  column?: { readonly columnType: string; readonly generated?: 'identity'; readonly autoincrement?: true };
  /** Set for a field without effect; its description then says so. */
  inert?: Inertia;
  /** Why a field has no effect, for docs/fields.md: an ordinary sentence. */
  because?: string;
  /**
   * A JSON Schema for free-form JSON, shown in OpenAPI. The command that writes the field checks it. With `of`: one of
   * the forms that it allows is an object of that class, and is shown with all of its members.
   */
  schema?: NamedSchema;
}

/** The description of one field. */
export interface FieldDescription extends FieldOptions {
  /** The specification's name: property, column and JSON name alike. */
  name: string;
  kind: Kind;
  /** Its documentation in GraphQL, OpenAPI and the emitted schemas: one or two sentences. */
  about: string;
  format?: TextFormat;
  /** Maximum length: of text in characters, of a list in entries. */
  max?: number;
  min?: number;
  maximum?: number;
  enumeration?: () => EnumerationOf;
  /** The class of a nested object, of a list's elements, or of related resources. */
  of?: () => DescribedClass;
  /** Set on an input's field that may be left out but not be null. */
  neverNull?: boolean | undefined;
  /** The class that an input's field was copied from. */
  from?: DescribedClass;
  /** For children: the expected length of a long list, for GraphQL complexity. */
  rows?: number;
  /** For children: the parent's boolean column that is true once it has had any. Until then none are looked up. */
  markedBy?: string;
  /** For a reference: the field that holds the other resource's identifier. */
  by?: string;
  /** For a reference: the foreign key's delete rule; without one the other cannot be deleted. */
  onDelete?: 'cascade';
}
