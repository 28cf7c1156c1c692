import { Refund } from '../../core/refunds/refund.ts';
import { queriesOf } from './queries.ts';

export const RefundQueries = queriesOf(Refund);
