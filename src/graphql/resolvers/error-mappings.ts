import { ErrorMapping } from '../../core/error-mappings/error-mapping.ts';
import { queriesOf } from './queries.ts';

export const ErrorMappingQueries = queriesOf(ErrorMapping);
