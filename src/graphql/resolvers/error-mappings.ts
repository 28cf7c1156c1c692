import { ErrorMapping } from '../../core/error-mappings/error-mapping.ts';
import { queriesOf } from './queries.ts';

export const errorMappingResolvers = [queriesOf(ErrorMapping)];
