import type { ConnectorSetup } from '../../connectors/connector-setup.ts';
import type { ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { CheckOptions } from './options.ts';
import { type Step, type StepResult, steps, type Trial } from './steps.ts';
import type { Made } from './vendor-check.ts';

const signs = { passed: '✓', skipped: '–', failed: '✗' } as const;

/**
 * Runs the good ways against a vendor's test mode, one after the other, and cleans up.
 *
 * @returns Whether none failed.
 */
export async function runCheck(
  { baseUrl, check, credentials, vendor }: CheckOptions,
  print: (line: string) => void,
): Promise<boolean> {
  const setup: ConnectorSetup = {
    baseUrl,
    environment: 'test',
    now: () => new Date(),
    warn: (facts, message) => print(`  ${message} ${JSON.stringify(facts)}`),
  };
  const access: ConnectorAccess = {
    merchantId: 'connector_check',
    merchantConnectorId: 'mca_connector_check',
    credentials,
    ...{ settings: {}, webhookSecret: null, additionalWebhookSecret: null, metadata: {}, wallets: {} },
    ...{ merchantData: {}, testMode: true },
  };
  const made: Made = { connectorCustomerIds: new Set() };
  const trial: Trial = { check, connector: check.connect(setup), access, made };
  let failures = 0;
  print(`Checking ${vendor}'s test mode${baseUrl === null ? '' : ` at ${baseUrl}`}.`);
  for (const step of steps) {
    const result = await runStep(step, trial);
    if (result === null) continue;
    if (result.kind === 'failed') failures += 1;
    print(`${signs[result.kind]} ${step.title}: ${result.text}`);
  }
  const removed = (await check.cleanUp?.(access, made, setup)) ?? [];
  if (removed.length > 0) print(`Removed ${removed.join(', ')}.`);
  print(failures === 0 ? 'Everything works.' : `${failures} of the steps failed.`);
  return failures === 0;
}

/** Connectors' errors hold no secrets. */
async function runStep(step: Step, trial: Trial): Promise<StepResult | null> {
  try {
    return await step.run(trial);
  } catch (error) {
    return { kind: 'failed', text: error instanceof Error ? error.message : String(error) };
  }
}
