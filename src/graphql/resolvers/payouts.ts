import { Payout } from '../../core/payouts/payout.ts';
import { queriesOf } from './queries.ts';

export const payoutResolvers = [queriesOf(Payout)];
