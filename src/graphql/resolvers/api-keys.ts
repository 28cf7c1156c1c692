import { ApiKey } from '../../core/access/api-key.ts';
import { queriesOf } from './queries.ts';

export const apiKeyResolvers = [queriesOf(ApiKey)];
