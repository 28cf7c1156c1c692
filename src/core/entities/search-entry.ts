import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/**
 * The words by which an object of a merchant is found, kept by triggers on the object's table, and read by
 * `find_searched` and `count_searched` alone. They are not searched in the object's table, because under row-level
 * security PostgreSQL takes no index for a text search: its operator is not declared leakproof. The functions run as
 * the owner, are not bound, and restrict what they find to what the session sees.
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
  /** Beside the words: the table, alone and with the merchant. A word has no slash. */
  @f.Text('Words of the object.', { required: true, column: { columnType: 'tsvector' } }) words!: string;
}
