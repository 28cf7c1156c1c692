import { Dispute } from '../../core/disputes/dispute.ts';
import { queriesOf } from './queries.ts';

export const disputeResolvers = [queriesOf(Dispute)];
