import { everythingStored, formsOf } from './everything.ts';
import type { TestService } from './service.ts';

/** The secrets that can be read somewhere in the database or the log, in the clear or merely encoded. */
export async function leaked(service: TestService, secrets: readonly string[]): Promise<string[]> {
  const kept = (await everythingStored(service)) + service.logs.join('\n');
  return secrets.filter((secret) => formsOf(secret).some((form) => kept.includes(form)));
}
