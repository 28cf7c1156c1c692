import { BusinessProfile } from '../../core/business-profiles/business-profile.ts';
import { queriesOf } from './queries.ts';

export const businessProfileResolvers = [queriesOf(BusinessProfile)];
