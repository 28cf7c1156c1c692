import { errorMappings } from '../../core/operations/error-mappings.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

export const errorMappingsBeyond = [
  listAt(errorMappings.listErrorMappings, '/gsm'),
  retrieveAt(errorMappings.retrieveErrorMapping, '/gsm/{error_mapping_id}'),
  writeAt(errorMappings.updateErrorMapping, {
    method: 'post',
    path: '/gsm/{error_mapping_id}',
    example: { body: { decision: 'do_default', unified_code: 'UE_2000' } },
  }),
  writeAt(errorMappings.deleteErrorMapping, { method: 'delete', path: '/gsm/{error_mapping_id}' }),
];
