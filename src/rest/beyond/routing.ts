import { routing } from '../../core/operations/routing.ts';
import type { Operation } from '../operation.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';
import { threeDsRouting } from './three-ds-routing.ts';

const ofRouting = [
  writeAt(routing.createRoutingConfiguration, {
    method: 'post',
    path: '/routing',
    example: {
      body: {
        name: 'Cards in Europe first',
        profile_id: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
        algorithm: { type: 'priority', data: [{ connector: 'adyen' }, { connector: 'stripe' }] },
      },
    },
  }),
  listAt(routing.listRoutingConfigurations, '/routing'),
  writeAt(routing.deactivateRouting, {
    method: 'post',
    path: '/routing/deactivate',
    example: { body: { profile_id: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D' } },
  }),
  listAt(routing.listActiveRouting, '/routing/active', {
    where: [{ field: 'active', op: 'eq', value: true }],
  }),
  writeAt(routing.evaluateRouting, {
    method: 'post',
    path: '/routing/rule/evaluate',
    example: {
      body: {
        profile_id: 'pro_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
        parameters: { amount: 5000, currency: 'EUR', payment_method: 'card', country: 'DE' },
      },
    },
  }),
  retrieveAt(routing.retrieveRoutingConfiguration, '/routing/{routing_id}', { pathIds: ['routing_id'] }),
  writeAt(routing.activateRoutingConfiguration, { method: 'post', path: '/routing/{routing_id}/activate' }),
];

export const routingBeyond = ofRouting.map((operation): Operation => {
  const instead = threeDsRouting[operation.id];
  return instead ? { ...operation, instead } : operation;
});
