import { Resolver } from 'node:dns/promises';
import type { Resolve } from '../foundation/webhook-targets.ts';

/** How long one question to one name server may take, and how often it is asked. */
const questions = Object.freeze({ timeout: 2_000, tries: 2 });

/**
 * Every address of a host name, asked of the DNS itself and not of the system's `getaddrinfo`: that takes one of
 * the process's few threads until it gives up, so that four names whose servers never answer, which any
 * merchant may have, would keep everybody else's waiting.
 *
 * @param servers Other name servers than the machine's own.
 */
export function dnsResolve(servers?: readonly string[]): Resolve {
  const resolver = new Resolver(questions);
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    // A host has addresses of one kind only, as a rule: that the other kind is not there is no failure.
    if (addresses.length === 0) throw (answers[0] as PromiseRejectedResult).reason;
    return addresses;
  };
}
