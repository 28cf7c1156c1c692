import { ErrorMapping } from '../../core/entities/error-mapping.ts';
import { createErrorMapping, ErrorMappingCreation } from '../../core/error-mappings/error-mappings.ts';
import { customerMessages } from '../../core/foundation/ports/connector-errors.ts';
import { readWhole } from '../../core/reads/index.ts';
import { operation } from '../operation.ts';
import { one } from '../response-shapes.ts';

export const errorMappingOperations = [
  operation({
    number: 19,
    id: 'createErrorMapping',
    permission: null,
    reach: 'installation',
    summary: 'Create an error mapping',
    tag: 'Error mappings',
    method: 'post',
    path: '/gsm',
    about:
      'Creates an error mapping, which assigns a connector error a unified error and a retry decision, for all merchants.',
    keys: ['admin_key'],
    body: ErrorMappingCreation,
    problems: ['resource_already_exists'],
    example: {
      body: {
        connector: 'stripe',
        flow: 'payment',
        sub_flow: 'authorize',
        code: 'card_declined',
        message: '',
        status: 'Failure',
        decision: 'retry',
        step_up_possible: false,
        clear_pan_possible: false,
        unified_code: 'UE_1000',
        unified_message: customerMessages.UE_1000,
      },
    },
    response: one(ErrorMapping),
    handle: async (ctx, { body }) => {
      const id = await createErrorMapping(ctx, body);
      return readWhole(ctx, ErrorMapping, id, 'single');
    },
  }),
];
