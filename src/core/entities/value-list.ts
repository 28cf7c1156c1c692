import * as f from '../model/fields.ts';
import { enumeration, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { digestsOfAnyKind } from './values/list-values.ts';

/** Longest value and reason of an entry, in characters. */
const VALUE_MAX = 255;

export const ListKind = enumeration('ListKind', 'Kind of the values of a list.', {
  card: 'Cards, by the first six or eight digits of their numbers or by their fingerprint, as in the blocklist.',
  bin: 'The first six to eight digits of card numbers.',
  card_fingerprint: 'Cards, by the fingerprint that payments and saved cards show.',
  email: 'E-mail addresses; case does not matter.',
  email_domain: 'Domains of e-mail addresses.',
  ip_address: 'IP addresses, version 4 or 6.',
  country: 'ISO 3166 codes of countries.',
  customer: 'Identifiers of customers.',
  phone: 'Phone numbers, without the calling code.',
});

/** A list of values that conditions of rulesets compare with. */
@Resource({
  table: 'value_lists',
  id: 'list_id',
  prefix: 'list',
  about:
    'A list of values of one kind, such as BINs or e-mail addresses. Conditions of rulesets compare with it by `in_list` and `not_in_list`. The list `blocklist` is built in.',
  order: 'created_at',
  from: 'newest',
  reads: 'settings:read',
  reach: 'shared',
  audited: { shows: 'values' },
  indexes: { value_lists_names: { columns: ['merchant_id', 'name'], unique: true } },
})
export class ValueList extends MerchantScoped {
  @f.Id('Unique identifier of the list (`list_…`).', { required: true }) list_id!: string;
  @f.Text('Name of the list, unique per merchant.', {
    required: true,
    max: 64,
    filter: true,
    example: 'Blocked BINs',
  })
  name!: string;
  @f.Enumeration(() => ListKind, 'Kind of its values.', {
    required: true,
    checked: true,
    filter: true,
    example: 'bin',
  })
  kind!: ValueOf<typeof ListKind>;
  @f.Timestamp('Time of its creation.', { required: true, filter: true, sort: true }) created_at!: Date;
}

/** An entry of a list. */
@Resource({
  table: 'list_entries',
  id: 'entry_id',
  prefix: 'lse',
  about: 'An entry of a list: a value that the list has until it expires.',
  order: 'created_at',
  from: 'newest',
  reads: 'settings:read',
  reach: 'shared',
  audited: { shows: 'values', conceals: ['value', 'hint', 'reason'] },
  // The entries of a deleted list are deleted in batches: one statement for a million would last too long.
  unconstrained: ['list'],
  indexes: {
    list_entries_values: { columns: ['merchant_id', 'list_id', 'digest'], unique: true },
    list_entries_by_digest: { columns: ['merchant_id', 'digest'] },
    list_entries_by_expires_at: { columns: ['expires_at'], where: 'expires_at is not null' },
  },
})
export class ListEntry extends MerchantScoped {
  @f.Id('Unique identifier of the entry (`lse_…`).', {
    required: true,
    example: 'lse_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  entry_id!: string;
  @f.Id('List that has it.', { required: true, filter: true }) list_id!: string;
  @f.Text('The value in the form in which it is compared, such as an e-mail address in lower case.', {
    required: true,
    encrypted: true,
    personal: true,
    max: VALUE_MAX,
    filter: true,
    foundBy: { column: 'digest', digestsOf: digestsOfAnyKind },
    example: '42424242',
    holds: 'identifier',
  })
  value!: Buffer;
  @f.Text(
    'Hint of the value: masked for e-mail addresses, phone numbers, IP addresses, card fingerprints and customers, otherwise the value.',
    { required: true, max: VALUE_MAX, example: '42424242', holds: 'identifier' },
  )
  hint!: string;
  @f.Text('Keyed digest of the value, by which it is found.', { required: true, visibility: 'nowhere' })
  digest!: string;
  @f.Timestamp('Time at which it expires: the list then no longer has the value. Null for never.', {
    due: {},
  })
  expires_at?: Date | null;
  @f.Text('Reason for people.', { max: VALUE_MAX, example: 'Chargeback of 2026-11-02' })
  reason?: string | null;
  @f.Timestamp('Time at which the value was added.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Reference(() => ValueList, 'list_id', 'List that has the entry; null once it is deleted.')
  list?: ValueList;
}
