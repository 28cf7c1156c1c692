import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/**
 * The search words of a merchant's object, maintained by triggers on the object's table, and read by `find_searched`
 * and `count_searched` only. The object's own table is not searched, because PostgreSQL does not use an index for a
 * text search under row-level security: the operator is not leakproof. The functions run as the owner, bypass row-level
 * security, and restrict their results to the session's merchant themselves.
 */
@Internal({
  table: 'search_entries',
  within: ['object_table'],
  id: 'object_id',
  ownerPasses: true,
  indexes: {
    search_entries_by_words: {
      statement: 'create index "search_entries_by_words" on "search_entries" using gin ("words")',
    },
  },
})
export class SearchEntry extends MerchantScoped {
  @f.Text('Table of the object.', { required: true }) object_table!: string;
  @f.Id('Identifier of the object.', { required: true }) object_id!: string;
  @f.Timestamp('The time that lists of such objects are ordered by.', { required: true }) listed_at!: Date;
  /** Prefixes of the words: the table, alone and with the merchant. A word has no slash. */
  @f.Text('Words of the object.', { required: true, column: { columnType: 'tsvector' } }) words!: string;
}
