import { expect, test } from 'vitest';
import { adyenCapabilities } from '../../../src/connectors/adyen/capabilities.ts';
import { sandboxCapabilities } from '../../../src/connectors/sandbox/capabilities.ts';
import { stripeCapabilities } from '../../../src/connectors/stripe/capabilities.ts';
import { vendors } from '../../../src/connectors/vendors.ts';
import {
  type ConnectorDescription,
  type ScaExemption,
  scaExemptions,
} from '../../../src/core/foundation/ports/connector-capabilities.ts';

/** What each connector says about preferences and exemptions. A new connector is entered knowingly. */
const declared: Readonly<Record<string, { avoids: boolean; exemptions: readonly ScaExemption[] }>> = {
  adyen: { avoids: true, exemptions: scaExemptions.filter((exemption) => exemption !== 'recurring') },
  sandbox: { avoids: true, exemptions: scaExemptions },
  stripe: { avoids: false, exemptions: [] },
};

const descriptions: readonly ConnectorDescription[] = [
  adyenCapabilities,
  sandboxCapabilities,
  stripeCapabilities,
];

test('Each connector declares whether it avoids challenges, and which exemptions it requests', () => {
  expect(Object.keys(declared).sort()).toEqual([...Object.keys(vendors), 'sandbox'].sort());
  const found = Object.fromEntries(
    descriptions.map(({ abilities, exemptions, name }) => {
      // The ability, which merchants see, and the set, which the core asks, agree.
      expect(abilities.has('request_exemption'), name).toBe((exemptions?.size ?? 0) > 0);
      return [name, { avoids: abilities.has('avoid_challenge'), exemptions: [...(exemptions ?? [])].sort() }];
    }),
  );
  const expected = Object.entries(declared).map(([name, one]) => [
    name,
    { ...one, exemptions: [...one.exemptions].sort() },
  ]);
  expect(found).toEqual(Object.fromEntries(expected));
});
