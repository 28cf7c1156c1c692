import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';

/** Most payments on a page. */
const PAGE_MAX = 100;

/** What a list of payments may be narrowed and paged by. Specification: endpoint 2. */
@Input({ about: 'What a list of payments is narrowed and paged by. All conditions given must hold.' })
export class ListPaymentsQuery {
  @f.Id('Only payments of this customer.') customer_id?: string | null;
  @f.Id('The payments that follow this one, newest first. Excludes `ending_before`.')
  starting_after?: string | null;
  @f.Id('The page that ends just before this payment, newest first. Excludes `starting_after`.')
  ending_before?: string | null;
  @f.Integer('How many payments to answer with at most; 10 when absent.', { min: 1, maximum: PAGE_MAX })
  limit?: number | null;
  @f.Timestamp('Only payments made at this moment, to the millisecond.') created?: Date | null;
  @f.Timestamp('Only payments made before this moment.') created_lt?: Date | null;
  @f.Timestamp('Only payments made after this moment.') created_gt?: Date | null;
  @f.Timestamp('Only payments made at or before this moment.') created_lte?: Date | null;
  @f.Timestamp('Only payments made at or after this moment.') created_gte?: Date | null;
}
