import { CaptureMethod } from '../entities/payment-enumerations.ts';
import type { Context } from '../foundation/context.ts';
import type { Ability, Connector, MethodAbility } from '../foundation/ports/connector.ts';
import * as f from '../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../model/index.ts';
import { takesLaterCapture, termsOf } from '../routing/eligibility.ts';
import { requireConnector } from '../routing/require-accounts.ts';
import { abilitiesByCapture } from '../routing/routing-request.ts';

export const FeatureStatus = enumeration('FeatureStatus', 'Whether a connector supports a feature.', {
  supported: 'It does.',
  not_supported: 'It does not.',
});

type Status = ValueOf<typeof FeatureStatus>;

@ValueObject({ about: 'Features of a connector for a type of payment method.' })
export class FeatureMatrixMethod {
  @f.Text('Kind of payment method.', { required: true, example: 'card' }) payment_method!: string;
  @f.Text('Type of payment method; null if the connector accepts every type of the kind.', { holds: 'code' })
  payment_method_type?: string | null;
  @f.Enumeration(() => FeatureStatus, 'Refunds.', { required: true }) refunds!: Status;
  @f.EnumerationList(() => CaptureMethod, 'Capture methods.', { required: true, example: ['automatic'] })
  supported_capture_methods!: ValueOf<typeof CaptureMethod>[];
  @f.TextList('Currencies; empty for all.', { example: [] }) supported_currencies!: string[];
}

@ValueObject({ about: 'Features of a connector.' })
export class ConnectorFeatures {
  @f.Text('Name, as in `connector_name` of a connector account.', { required: true, example: 'sandbox' })
  name!: string;
  @f.ObjectList(() => FeatureMatrixMethod, 'Payment methods that it charges, by kind and type.')
  supported_payment_methods!: FeatureMatrixMethod[];
}

@ValueObject({ about: 'Features of the connectors of this service.' })
export class FeatureMatrix {
  @f.Integer('Number of connectors.', { required: true }) connector_count!: number;
  @f.ObjectList(() => ConnectorFeatures, 'The connectors by name.') connectors!: ConnectorFeatures[];
}

/** The connectors that a feature matrix includes. */
export class FeatureMatrixQuery {
  @f.TextList('Connectors by name; all if omitted.') connectors?: string[] | null;
}

/**
 * The features that connectors support.
 *
 * @throws {Problem} `invalid_parameter` for an unknown connector.
 */
export function featureMatrix(ctx: Context, { connectors: named }: FeatureMatrixQuery): FeatureMatrix {
  const { connectors } = ctx.ports;
  const found = named?.length
    ? named.map((name) => requireConnector(ctx, name, 'connectors'))
    : connectors.names.map((name) => connectors.find(name)!);
  const shown = found.map((connector) => ({
    name: connector.name,
    supported_payment_methods: connector.abilities.has('authorize') ? methodsOf(connector) : [],
  }));
  return { connector_count: shown.length, connectors: shown };
}

const cardsAlone = { card: { types: null, capturesLater: true } } as const;

function methodsOf(connector: Connector): FeatureMatrixMethod[] {
  const kinds = Object.entries(connector.paymentMethods ?? cardsAlone) as [
    string,
    MethodAbility | undefined,
  ][];
  return kinds.flatMap(([kind, ability]) =>
    ability
      ? (ability.types ?? [null]).map((type) => ({
          payment_method: kind,
          payment_method_type: type,
          refunds: connector.abilities.has('refund') ? ('supported' as const) : ('not_supported' as const),
          supported_capture_methods: CaptureMethod.values.filter((way) =>
            captures(connector, ability, type, way),
          ),
          supported_currencies: [
            ...(termsOf(ability, type).currencies ?? ability.currencies ?? connector.currencies ?? []),
          ],
        }))
      : [],
  );
}

/** Uses the abilities that routing requires for each capture method. */
function captures(
  { abilities }: Connector,
  ability: MethodAbility,
  type: string | null,
  way: ValueOf<typeof CaptureMethod>,
): boolean {
  const needed: readonly Ability[] = abilitiesByCapture[way];
  return (
    needed.every((ability) => abilities.has(ability)) &&
    (takesLaterCapture(ability, type) || !needed.includes('capture'))
  );
}
