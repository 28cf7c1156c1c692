import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';

/** Most payments on a page. */
const PAGE_MAX = 100;

/** What a list of payments may be narrowed and paged by. Specification: endpoint 2. */
@Input({ about: 'Filters and page of a payment list. All given filters must match.' })
export class ListPaymentsQuery {
  @f.Id('Only payments of this customer.') customer_id?: string | null;
  @f.Id(
    "Cursor: a payment's identifier; returns the payments that follow it, newest first. Excludes `ending_before`.",
  )
  starting_after?: string | null;
  @f.Id(
    "Cursor: a payment's identifier; returns the page that ends just before it, newest first. Excludes `starting_after`.",
  )
  ending_before?: string | null;
  @f.Integer('Maximum number of payments to return, 1 to 100; 10 by default.', { min: 1, maximum: PAGE_MAX })
  limit?: number | null;
  @f.Timestamp('Only payments created at exactly this time, to the millisecond.') created?: Date | null;
  @f.Timestamp('Only payments created before this time.') created_lt?: Date | null;
  @f.Timestamp('Only payments created after this time.') created_gt?: Date | null;
  @f.Timestamp('Only payments created at or before this time.') created_lte?: Date | null;
  @f.Timestamp('Only payments created at or after this time.') created_gte?: Date | null;
}
