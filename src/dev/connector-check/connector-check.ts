import { readConfig } from '../../config/config.ts';
import { readOptions, UsageError, usage } from './options.ts';
import { runCheck } from './run-check.ts';

/** The command: checks a vendor's test mode with the credentials that it is given. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), readConfig().connectorBaseUrls);
  if (options === null) {
    process.stdout.write(usage);
    return;
  }
  const works = await runCheck(options, (line) => process.stdout.write(`${line}\n`));
  if (!works) process.exitCode = 1;
}

main().catch((error: Error) => {
  process.stderr.write(`${error instanceof UsageError ? error.message : error.stack}\n`);
  if (error instanceof UsageError) process.stderr.write(`\n${usage}`);
  process.exitCode = 1;
});
