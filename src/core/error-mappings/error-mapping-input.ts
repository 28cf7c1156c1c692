import { ErrorMapping } from '../entities/error-mapping.ts';
import { fieldsFrom, Input } from '../model/index.ts';

const identifying = ['connector', 'flow', 'sub_flow', 'code', 'message'] as const;
const deciding = ['status', 'decision', 'step_up_possible', 'clear_pan_possible'] as const;
const optional = ['router_error', 'unified_code', 'unified_message', 'error_category'] as const;

/** Specification: endpoint 19. */
@Input({ about: 'Parameters for creating an error mapping.' })
export class ErrorMappingCreation extends fieldsFrom(ErrorMapping, {
  requires: [...identifying, ...deciding],
  takes: optional,
}) {}

/** Specification: Error-mapping record (gsm). */
@Input({
  about: 'Parameters for updating an error mapping. Omitted fields keep their values; null clears them.',
})
export class ErrorMappingUpdate extends fieldsFrom(ErrorMapping, {
  takes: [...identifying, ...deciding, ...optional],
}) {}
