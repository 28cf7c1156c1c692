import { ErrorMapping } from '../entities/error-mapping.ts';
import {
  createErrorMapping,
  deleteErrorMapping,
  ErrorMappingCreation,
  ErrorMappingUpdate,
  updateErrorMapping,
} from '../error-mappings/error-mappings.ts';
import { listOperation, operationsByName, retrieveOperation, writeOperation } from './operation.ts';

const writesMapping = {
  permission: null,
  reach: 'installation',
  keys: ['admin_key'],
  target: ErrorMapping,
} as const;

export const errorMappings = operationsByName({
  createErrorMapping: writeOperation({
    ...writesMapping,
    summary: 'Create an error mapping',
    about:
      'Creates an error mapping, which assigns a connector error a unified error and a retry decision, for all merchants.',
    input: ErrorMappingCreation,
    problems: ['resource_already_exists'],
    run: createErrorMapping,
  }),
  listErrorMappings: listOperation(ErrorMapping, {
    about: 'Lists error mappings, oldest first, with their identifiers.',
  }),
  retrieveErrorMapping: retrieveOperation(ErrorMapping),
  updateErrorMapping: writeOperation({
    ...writesMapping,
    summary: 'Update an error mapping',
    about: "Updates the unified error of a connector's error.",
    ids: ['error_mapping_id'],
    input: ErrorMappingUpdate,
    problems: ['resource_already_exists'],
    run: updateErrorMapping,
  }),
  deleteErrorMapping: writeOperation({
    ...writesMapping,
    summary: 'Delete an error mapping',
    about: 'Deletes an error mapping and returns its last state.',
    ids: ['error_mapping_id'],
    run: deleteErrorMapping,
    shows: 'result',
  }),
});
