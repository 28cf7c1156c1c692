import { spawnSync } from 'node:child_process';
import path from 'node:path';
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
  const root = path.resolve(import.meta.dirname, '../../../..');
  // Inside a test run, its variables would make this one a worker of it.
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...environment } = process.env;
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=./test/shared/connectors/conformance/table-reporter.ts',
      `test/shared/connectors/${vendor.name}/live.test.ts`,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...environment, [LIVE_ACCOUNT]: JSON.stringify({ credentials, baseUrl }) },
    },
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
