import { ErrorMapping } from '../../core/entities/error-mapping.ts';
import { ErrorMappingCreation, ErrorMappingUpdate } from '../../core/error-mappings/error-mapping-input.ts';
import {
  createErrorMapping,
  deleteErrorMapping,
  updateErrorMapping,
} from '../../core/error-mappings/error-mappings.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

const shared = { keys: ['admin_key'], payload: ErrorMapping, payloadField: 'errorMapping' } as const;

export const errorMappingResolvers = [
  queriesOf(ErrorMapping),
  mutation({
    ...shared,
    name: 'createErrorMapping',
    about: "Says what a connector's error means, for all merchants.",
    input: ErrorMappingCreation,
    run: async (ctx, given) => ({ id: await createErrorMapping(ctx, given) }),
  }),
  mutation({
    ...shared,
    name: 'updateErrorMapping',
    about: "Changes what a connector's error means.",
    input: ErrorMappingUpdate,
    ids: ['error_mapping_id'],
    run: async (ctx, changes, { error_mapping_id }) => {
      await updateErrorMapping(ctx, error_mapping_id!, changes);
      return { id: error_mapping_id! };
    },
  }),
  mutation({
    ...shared,
    name: 'deleteErrorMapping',
    about: 'Deletes an error mapping and answers it as it was.',
    ids: ['error_mapping_id'],
    run: async (ctx, _given, { error_mapping_id }) => {
      const snapshot = await deleteErrorMapping(ctx, error_mapping_id!);
      return { id: error_mapping_id!, snapshot };
    },
  }),
];
