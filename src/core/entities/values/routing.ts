import * as f from '../../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../../model/index.ts';

export const RoutingType = enumeration('RoutingType', 'Type of routing algorithm.', {
  single: 'Always the given connector account.',
  priority: 'The first eligible account of an ordered list.',
  volume_split: 'Accounts by percentage of traffic.',
  advanced: 'Rules over payment attributes; the first match wins.',
});

/** Connector account named by a routing rule. Specification: Shared objects, Routing. */
@ValueObject({ about: 'Connector account selected by a routing rule.' })
export class RoutingData {
  @f.Text('Name of the connector, such as `sandbox`.', { example: 'sandbox' }) connector?: string | null;
  @f.Id('Connector account (`mca_…`); null for any account at the connector.')
  merchant_connector_id?: string | null;
}

/** Routing rule that selects a connector account. Specification: Shared objects. */
@ValueObject({ about: 'Routing rule that selects a connector account.' })
export class Routing {
  @f.Enumeration(
    () => RoutingType,
    'Type of routing algorithm: `single`, `priority`, `volume_split` or `advanced`.',
    { example: 'single' },
  )
  type?: ValueOf<typeof RoutingType> | null;
  @f.NestedObject(() => RoutingData, 'Connector account to use.') data?: RoutingData | null;
}
