import { ErrorMapping } from '../../core/entities/error-mapping.ts';
import {
  deleteErrorMapping,
  ErrorMappingUpdate,
  updateErrorMapping,
} from '../../core/error-mappings/error-mappings.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

export const errorMappingsBeyond = [
  listOf(ErrorMapping, {
    id: 'listErrorMappings',
    summary: 'List error mappings',
    path: '/gsm',
    about: 'Lists error mappings, oldest first, with the identifiers by which they are changed.',
  }),
  beyond({
    id: 'retrieveErrorMapping',
    permission: 'connectors:read',
    reach: 'shared',
    summary: 'Retrieve an error mapping',
    method: 'get',
    path: '/gsm/{error_mapping_id}',
    about: 'Retrieves an error mapping.',
    response: one(ErrorMapping, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, ErrorMapping, path.error_mapping_id),
  }),
  beyond({
    id: 'updateErrorMapping',
    permission: null,
    reach: 'installation',
    summary: 'Update an error mapping',
    method: 'post',
    path: '/gsm/{error_mapping_id}',
    about: "Updates the unified error of a connector's error.",
    keys: ['admin_key'],
    body: ErrorMappingUpdate,
    problems: ['resource_already_exists'],
    example: { body: { decision: 'do_default', unified_code: 'UE_2000' } },
    response: one(ErrorMapping, 'full'),
    handle: async (ctx, { path, body }) => {
      await updateErrorMapping(ctx, path.error_mapping_id, body);
      return retrieve(ctx, ErrorMapping, path.error_mapping_id);
    },
  }),
  beyond({
    id: 'deleteErrorMapping',
    permission: null,
    reach: 'installation',
    summary: 'Delete an error mapping',
    method: 'delete',
    path: '/gsm/{error_mapping_id}',
    about: 'Deletes an error mapping and returns its last state.',
    keys: ['admin_key'],
    response: one(ErrorMapping, 'full'),
    handle: (ctx, { path }) => deleteErrorMapping(ctx, path.error_mapping_id),
  }),
];
