import type { ColumnEncryption } from '../foundation/cryptography.ts';
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
 * - `beyond`: not in the specification. GraphQL and REST beyond it show the field; only GraphQL shows children.
 * - `nowhere`: an internal column.
 */
export type Visibility = 'everywhere' | 'list' | 'single' | 'beyond' | 'nowhere';

/**
 * Reason why a field has no effect: it is stored but never read; it is not stored; it is never set; or its output is
 * not used. Determines the last sentence of its description, and its line in docs/fields.md.
 */
export type Inertia = 'kept' | 'ignored' | 'never_set' | 'accepted_nowhere';

/**
 * Data sent to the destination that a field sets: `card` numbers, `personal` data, or `money`. Setting the field
 * requires the permission to read the data: see `redirects.ts`.
 */
export type Redirected = 'card' | 'personal' | 'money';

/** The reason why an address, a host, an e-mail address or a secret redirects nothing. */
export type RedirectsNothing =
  /** It is the customer's address or bank account, which only they provide. */
  | 'of_customer'
  /** The customer is redirected there with an identifier and a signed status. */
  | 'leads_back'
  /** It is shown on pages or to a bank; nothing is sent to it. */
  | 'shown'
  /** It has no effect unless it is a proved domain. */
  | 'only_if_proved'
  /** It signs or authenticates; setting it discloses nothing. */
  | 'signs'
  /** It names a request or a text. */
  | 'names'
  /** The operation requires a permission that covers it. */
  | 'guarded_by_operation';

/** The reason why free-form JSON shows values with the name of a secret. */
export type ShownWhole =
  /** The customer's browser or app needs it: a session or a token made for it. */
  | 'for_client'
  /** Secrets were concealed before storage. */
  | 'concealed';

/**
 * Meaning of a text without a format. Other texts are free text: the request log conceals them, and they must not
 * contain a card number.
 *
 * - `identifier`: a reference to an object, of this service or another. Shown in the request log.
 * - `code`: a value of a fixed set, such as a connector's name or an error code. Shown in the request log.
 * - `message`: a vendor's message. The request log shows it in responses, masked.
 * - `token`: a credential or identifier for access or payment at another service. Concealed; it may look like a card
 *   number.
 * - `phone`: a phone number. Concealed; up to 15 digits do not count as a card number.
 * - `holder_name`: the name of a card or account holder. Concealed; three or four digits are refused.
 */
export type TextMeaning = 'identifier' | 'code' | 'message' | 'token' | 'phone' | 'holder_name';

/** A JSON Schema that documents contain once, by name, and refer to. */
export interface NamedSchema {
  readonly name: string;
  /**
   * Builds it. `refer` returns a reference to another schema in the same document, or the schema inline without a
   * collector.
   */
  readonly schema: (refer: (other: NamedSchema) => Schema) => Schema;
}
type Schema = { [keyword: string]: unknown };

/** A value that statements read from other tables. */
export interface ComputedValue {
  /** The other tables. */
  readonly reads: readonly string[];
  /** The SQL of a row's value, by the row's alias and merchant, which a cluster stores together. */
  readonly sql: (row: string, merchantId: string) => string;
}

/** The search for encrypted values by their keyed digests. */
export interface FoundByDigest {
  /** The indexed column with the digest of a row. */
  readonly column: string;
  /** The digests that rows with a text may have. */
  readonly digestsOf: (
    encryption: Pick<ColumnEncryption, 'digests'>,
    merchantId: string,
    text: string,
  ) => readonly string[];
}

/**
 * A due time, or a document with due times: while in the future, advancing the merchant's test clock brings it
 * closer. Conditions are SQL about columns of the same row.
 */
export interface DueTime {
  /** The kind under which the test clock counts it; not counted without a kind. */
  readonly as?: string;
  /** Condition under which the time is in force; always by default. Other times are not moved. */
  readonly while?: string;
  /** Additional condition for counting it. */
  readonly counted?: string;
}

/** Options of every field. */
export interface FieldOptions {
  /** Never null on a resource; required on an input. */
  required?: boolean;
  visibility?: Visibility;
  /** Encrypted at rest: the column holds ciphertext, for every kind. */
  encrypted?: boolean;
  /**
   * JSON of an object or a list, stored packed by `packText`, as a string in a JSON column, or unpacked. JSON of any kind is
   * packed if it is a text.
   */
  packed?: boolean;
  /**
   * Shown with all but the first two and last two characters as stars, or all but the last four. In free-form JSON:
   * every string except those with the name of a non-secret; with `named`, only strings with the name of a secret or
   * in the form of a key or card number.
   */
  masked?: boolean | 'last_four' | 'wholly' | 'named';
  /** Reason why values with the name of a secret are shown in this free-form JSON. Elsewhere they are masked. */
  shownWhole?: ShownWhole;
  /**
   * A member of a union tagged by key: an object has at most one. In a class with only such members, exactly one is
   * required.
   */
  alternative?: boolean;
  /**
   * REST shows it only if it has a value, because it is not in the specification, whose objects are otherwise
   * complete. The reason for showing it, as a sentence for docs/fields.md.
   */
  onlyIfSet?: string;
  /**
   * Filterable in GraphQL with an index. `unindexed` filters without an index, to spare writes; the list is then
   * scanned in order.
   */
  filter?: boolean | 'unindexed';
  /** For an encrypted text that is filterable: how rows with a value are found without decrypting any. */
  foundBy?: FoundByDigest;
  /**
   * Location of the rows with a value, if few rows keep it: a table with their keys, or an indexed column set only in
   * these rows. An index of the field would grow with each change of it.
   */
  listed?: Readonly<Record<string, { readonly table: string } | { readonly column: string }>>;
  /** Sortable in GraphQL, with an index. */
  sort?: boolean;
  /** Searched by `search` in GraphQL: a text as a whole, or the named member of a nested object. */
  search?: boolean | string;
  /**
   * A phone number that is searched by its digits, with the column of its calling code, and with the contacts whose
   * numbers are searched beside it.
   */
  phonesWith?: { readonly callingCode?: string; readonly contacts: readonly string[] };
  /** A time that other times are compared with, to the microsecond. */
  bound?: boolean;
  /**
   * Follows the test clock; see {@link DueTime}. Any other time of a merchant is a record of the past, or unaffected
   * for a reason.
   */
  due?: DueTime;
  /** A number that grows with each change of the row, for optimistic locking. */
  countsChanges?: true;
  /** The field with the calling code of a phone number. It is then searched by its digits, and is personal data. */
  callingCode?: string;
  /** Included in events although REST does not show it. */
  event?: boolean;
  /**
   * A secret that authorizes its bearer. Shown to callers who may change the resource; events never contain it. A
   * secret that gives access to `personal` data is shown only to callers who may read the data, or if it shows the
   * data masked.
   */
  credential?: boolean | 'personal';
  /**
   * An address that may contain a secret in its path or query, such as a webhook URL: callers who may not change the
   * resource see only its origin.
   */
  secretPath?: boolean;
  /** Personal data: shown masked to callers without `personal_data:read`, who cannot filter, sort or search by it. */
  personal?: boolean;
  /**
   * Set if the value determines the destination of card numbers, personal data or money. Its description then says
   * so.
   */
  redirects?: Redirected;
  /** For a field that redirects personal data: path, from the same object, of the boolean that masks the data. */
  maskedBy?: string;
  /** For accompanying data, such as headers: path, from the same object, of the destination address. */
  sentTo?: string;
  /** Set if a fallback replaces a cleared value, so that clearing it, or a value in it, redirects too. */
  fallsBack?: true;
  /**
   * Whether its value is inherited from other settings unless given in the request: only the request's values are
   * checked, not the stored ones.
   */
  takenOver?: true;
  /**
   * Reason why a URL, host, e-mail address or key, or an object with such fields, redirects nothing. Each has this or
   * `redirects`.
   */
  redirectsNothing?: RedirectsNothing;
  /** For a free-form object: the class whose fields its values may have. */
  variantsOf?: () => DescribedClass;
  /** Meaning of a text; free text by default. */
  holds?: TextMeaning;
  /** GraphQL name, if not the specification's name in camelCase. */
  graphql?: string;
  /** Value shown in example objects: in OpenAPI and in test webhooks. */
  example?: unknown;
  /** The column's default, an SQL expression. */
  default?: string;
  /** Adds a CHECK of an enumeration's values. Amounts always have a CHECK of their range. */
  checked?: boolean;
  /**
   * The SQL expression of a generated column. Entities never load it. Filtering by a nested member requires such a
   * column: under row-level security PostgreSQL uses an expression index only if the expression's functions are
   * leakproof, and JSON functions are not.
   */
  derived?: string;
  /** A filter field without a column: its value is read from other tables, so that no write maintains it. */
  computed?: ComputedValue;
  /** What reads show instead of the column: SQL of a row's value, which falls back to the column. */
  shownAs?: ComputedValue;
  /** For an amount: the field with its currency, if that is not `currency`. */
  currencyIn?: string;
  /** For a column maintained by a trigger: its value, from the other values of the row. Entities never write it. */
  keptAs?: (row: Readonly<Record<string, unknown>>) => unknown;
  /** The table of a free-form object's entries, one row per entry, which makes it filterable in GraphQL. */
  entries?: string;
  /** Overrides the kind's column options. */
  column?: { readonly columnType: string; readonly generated?: 'identity'; readonly autoincrement?: true };
  /** Set for a field without effect; its description then says so. */
  inert?: Inertia;
  /** Reason why a field has no effect, as a sentence for docs/fields.md. */
  because?: string;
  /**
   * A JSON Schema for free-form JSON, shown in OpenAPI. The command that writes the field checks it. With `of`: one
   * allowed form is an object of that class, shown with all its members.
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
  /** Set on an optional input field that must not be null. */
  neverNull?: boolean | undefined;
  /** The class that an input's field was copied from. */
  from?: DescribedClass;
  /** For children: the expected length of a long list, for GraphQL complexity. */
  rows?: number;
  /**
   * For children: the parent's boolean column that is true once it has had a child. Until then children are not
   * looked up.
   */
  markedBy?: string;
  /** For a reference: the field that holds the other resource's identifier. */
  by?: string;
  /** For a reference: the foreign key's delete rule; without a rule the referenced object cannot be deleted. */
  onDelete?: 'cascade';
}
