import * as f from '../model/fields.ts';
import { enumeration, MerchantOwned, Resource, type ValueOf } from '../model/index.ts';
import { MerchantAccount } from './merchant-account.ts';
import { ListEntry } from './value-list.ts';

export const BlocklistDataKind = enumeration(
  'BlocklistDataKind',
  'Kind of data that a blocklist entry blocks.',
  {
    payment_method: 'One card, by its fingerprint.',
    card_bin: 'Cards whose number begins with six digits.',
    extended_card_bin: 'Cards whose number begins with eight digits.',
  },
);

/** A card or BIN range that a merchant refuses. */
@Resource({
  table: 'blocklist_entries',
  id: 'fingerprint_id',
  prefix: 'blk',
  about:
    'An entry of the blocklist: a card, or all cards with a BIN, that the merchant refuses. Confirming a payment with a blocked card fails with `blocked`.',
  order: 'created_at',
  from: 'newest',
  reads: 'settings:read',
  reach: 'shared',
  settings: true,
  audited: { shows: 'values' },
  indexes: {
    blocklist_entries_by_entry_id: { columns: ['merchant_id', 'entry_id'], where: 'entry_id is not null' },
    blocklist_entries_unlisted: { columns: ['created_at'], where: 'entry_id is null' },
  },
})
export class BlocklistEntry extends MerchantOwned {
  @f.Id(
    'Blocked value: a card fingerprint, as in `fingerprint` of its payments and `card.card_fingerprint` of saved cards, or the digits of a BIN.',
    { required: true, example: '424242' },
  )
  fingerprint_id!: string;
  @f.Enumeration(() => BlocklistDataKind, 'Kind of the value.', {
    required: true,
    checked: true,
    filter: true,
    example: 'card_bin',
  })
  data_kind!: ValueOf<typeof BlocklistDataKind>;
  @f.Timestamp('Time at which it was added.', { required: true, filter: true, sort: true }) created_at!: Date;
  @f.Id('Its entry of the list `blocklist`; null until a job has made one.', { visibility: 'nowhere' })
  entry_id?: string | null;
  @f.Timestamp('Time at which it expires; null for never.', { visibility: 'nowhere', due: {} })
  expires_at?: Date | null;
  @f.Reference(() => ListEntry, 'entry_id', 'Its entry of the list `blocklist`.', {
    visibility: 'nowhere',
    onDelete: 'cascade',
  })
  entry?: ListEntry;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'Merchant account that blocks it.', {
    visibility: 'nowhere',
  })
  merchant?: MerchantAccount;
}
