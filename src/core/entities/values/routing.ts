import * as f from '../../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../../model/index.ts';

export const RoutingType = enumeration('RoutingType', 'How a connector account is chosen.', {
  single: 'Always the one connector account that is named.',
  priority: 'The first of an ordered list that can take it.',
  volume_split: 'Shares of the traffic, in percent.',
  advanced: 'Rules over what is being paid, the first that fits.',
});

/** The connector account that a routing names. Specification: Shared objects, Routing. */
@ValueObject({ about: 'The connector account that a routing names.' })
export class RoutingData {
  @f.Text('Name of the connector, such as `sandbox`.') connector?: string | null;
  @f.Id('Which of the accounts at that connector (`mca_…`).') merchant_connector_id?: string | null;
}

/** How a connector account is chosen. Specification: Shared objects. */
@ValueObject({ about: 'How a connector account is chosen.' })
export class Routing {
  @f.Enumeration(() => RoutingType, 'The way of choosing: `single`, `priority`, `volume_split`, `advanced`.')
  type?: ValueOf<typeof RoutingType> | null;
  @f.NestedObject(() => RoutingData, 'The connector account to use.') data?: RoutingData | null;
}
