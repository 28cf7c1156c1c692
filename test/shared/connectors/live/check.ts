import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../../../src/commands/command-line.ts';
import { readConfig } from '../../../../src/config/config.ts';
import { LIVE_ACCOUNT } from './live-vendor.ts';
import { readOptions, usage } from './options.ts';

/** The command behind `npm run connector:check`: runs the live behaviours of a vendor's tests with an account. */
function check(): number {
  const options = readOptions(process.argv.slice(2), readConfig().connectorBaseUrls);
  if (options === null) {
    process.stdout.write(usage);
    return 0;
  }
  const { baseUrl, credentials, vendor } = options;
  const vitest = fileURLToPath(import.meta.resolve('vitest/vitest.mjs'));
  const { status } = spawnSync(
    process.execPath,
    [
      vitest,
      'run',
      '--reporter=./test/shared/connectors/conformance/table-reporter.ts',
      `test/shared/connectors/${vendor.name}/live.test.ts`,
    ],
    { stdio: 'inherit', env: { ...process.env, [LIVE_ACCOUNT]: JSON.stringify({ credentials, baseUrl }) } },
  );
  return status ?? 1;
}

try {
  process.exitCode = check();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}
