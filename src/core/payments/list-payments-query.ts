import { Id, Input, Integer, Timestamp } from '../model/index.ts';

/** Most payments on a page. */
const PAGE_MAX = 100;

/** What a list of payments may be narrowed and paged by. Specification: endpoint 2. */
@Input({ about: 'What a list of payments is narrowed and paged by. All conditions given must hold.' })
export class ListPaymentsQuery {
  @Id('Only payments of this customer.') customer_id?: string | null;
  @Id('The payments that follow this one, newest first. Excludes `ending_before`.')
  starting_after?: string | null;
  @Id('The page that ends just before this payment, newest first. Excludes `starting_after`.')
  ending_before?: string | null;
  @Integer('How many payments to answer with at most; 10 when absent.', { min: 1, maximum: PAGE_MAX })
  limit?: number | null;
  @Timestamp('Only payments made at this moment, to the millisecond.') created?: Date | null;
  @Timestamp('Only payments made before this moment.') created_lt?: Date | null;
  @Timestamp('Only payments made after this moment.') created_gt?: Date | null;
  @Timestamp('Only payments made at or before this moment.') created_lte?: Date | null;
  @Timestamp('Only payments made at or after this moment.') created_gte?: Date | null;
}
