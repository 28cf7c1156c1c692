import type { NamedSchema } from '../../../core/model/index.ts';

const anything = (description: string) => ({ type: 'object', description });

/** A program of Hyperswitch's rule language, as the OpenAPI document shows it. */
export const ruleProgram: NamedSchema = {
  name: 'RuleProgram',
  schema: () => ({
    type: 'object',
    description:
      "Rules in Hyperswitch's rule language: the first rule decides of which one statement holds. A statement holds if all its conditions hold, and one of its nested statements.",
    properties: {
      rules: {
        type: 'array',
        maxItems: 100,
        description: 'Rules in order.',
        items: {
          type: 'object',
          description: 'A rule.',
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 64, description: 'Name of the rule.' },
            connectorSelection: anything('What the rule selects.'),
            statements: {
              type: 'array',
              minItems: 1,
              maxItems: 100,
              description: 'Statements.',
              items: anything(
                'A statement: `condition`, a list of `{lhs, comparison, value: {type, value}}`, and `nested`, a list of statements or null.',
              ),
            },
          },
          required: ['name', 'connectorSelection', 'statements'],
        },
      },
      defaultSelection: anything('What is selected if no rule holds.'),
      metadata: anything('Ignored.'),
    },
    required: ['defaultSelection'],
    additionalProperties: false,
  }),
};
