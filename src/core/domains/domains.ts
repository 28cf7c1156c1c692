import { Domain } from '../entities/domain.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import { type Context, type WritingContext, withinMerchant } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { randomBase62 } from '../foundation/ids.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import type { Row } from '../reads/index.ts';
import { deleteLocked } from '../writes/delete.ts';
import { notifyOwners } from '../writes/outbox/owner-notices.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { parseDomainName } from './domain-name.ts';
import { type FoundProof, lookUpProof } from './look-up-proof.ts';
import { nextCheckAfter } from './repeat-proofs.ts';

/** Maximum number of domains per merchant. */
export const DOMAINS_MAX = 100;
/** Prefix of a token, so that the owner of the domain sees the purpose of the record. */
const TOKEN = 'switchyard-domain-verification=';
const TOKEN_LENGTH = 32;

@Input({ about: 'Parameters for adding a domain.' })
export class DomainCreation extends fieldsFrom(Domain, { requires: ['domain_name'], takes: ['scope'] }) {}

/**
 * Adds a domain to be proved.
 *
 * @returns The identifier of the domain.
 * @throws {Problem} `invalid_parameter` for a name that cannot be proved; `resource_already_exists` if the merchant has
 *   added it; `unexpected_state` beyond {@link DOMAINS_MAX}.
 */
export function createDomain(ctx: Context, { domain_name: given, scope }: DomainCreation): Promise<string> {
  const parsed = parseDomainName(given);
  if ('requirement' in parsed) {
    throw invalidParameter('domain_name', `domain_name ${parsed.requirement}.`);
  }
  return inTransaction(ctx, async (tx) => {
    const merchant_id = requireMerchant(tx);
    // Concurrent requests that add the same item take turns.
    await lock(tx, MerchantAccount, merchant_id);
    const { em } = tx.transaction;
    if (await em.findOne(Domain, { merchant_id, domain_name: parsed.name })) {
      const message = 'The domain has already been added.';
      throw new Problem('resource_already_exists', message, { param: 'domain_name' });
    }
    if ((await em.count(Domain, { merchant_id })) >= DOMAINS_MAX) {
      throw new Problem(
        'unexpected_state',
        `A merchant account can have at most ${DOMAINS_MAX} domains. Delete one first.`,
      );
    }
    const now = tx.ports.now();
    const domain = Object.assign(new Domain(), {
      merchant_id,
      domain_id: tx.ports.ids.make('dom'),
      domain_name: parsed.name,
      scope: scope ?? 'merchant',
      status: 'pending' as const,
      token: `${TOKEN}${randomBase62(TOKEN_LENGTH, tx.ports.randomBytes)}`,
      failures: 0,
      contested: false,
      created_at: now,
      modified_at: now,
    });
    await insert(tx, domain, false);
    return domain.domain_id;
  });
}

/**
 * Looks for the token of a domain, and proves the domain if it is there. The look-up is made outside of the transaction.
 *
 * @throws {Problem} `resource_not_found`; `resource_already_exists` while another merchant has proved the domain.
 */
export async function verifyDomain(ctx: Context, domainId: string): Promise<void> {
  const own = withinMerchant(ctx, requireMerchant(ctx));
  const sought = await inTransaction(own, async (tx) => {
    const { domain_name, token } = await lock(tx, Domain, domainId);
    return { domain_name, token };
  });
  const found = await lookUpProof(ctx.ports, sought);
  const isTaken = await inTransaction(own, async (tx) => {
    const domain = await lock(tx, Domain, domainId);
    if (found.proved && (await contest(tx, domain))) return true;
    await noteLookUp(tx, domain, found);
    return false;
  });
  if (!isTaken) return;
  throw new Problem(
    'resource_already_exists',
    'Another merchant has proved the domain. That proof is being rechecked; if it fails, you can verify the domain in a few minutes.',
    { param: 'domain_id' },
  );
}

/**
 * Schedules the recheck of another merchant's proof at once, because this merchant has shown control of the domain.
 *
 * @returns Whether another merchant has a proof.
 */
async function contest(tx: WritingContext, domain: Domain): Promise<boolean> {
  const { domain_name: name, merchant_id: merchantId } = domain;
  const values = [name, merchantId, tx.ports.now().toISOString()];
  const text = 'select taken from contest_domain_proof($1, $2, $3::timestamptz)';
  const touches = { writes: ['domains'] };
  const [row] = await tx.rows.query<{ taken: boolean }>({ text, values, touches }, merchantId);
  return row!.taken;
}

async function noteLookUp(tx: WritingContext, domain: Domain, found: FoundProof): Promise<void> {
  const now = tx.ports.now();
  domain.checked_at = now;
  domain.modified_at = now;
  if (!found.proved) {
    // Only the weekly repetitions end a proof that holds.
    domain.failure_reason = found.reason;
    return;
  }
  const begins = domain.status !== 'verified';
  domain.status = 'verified';
  domain.proved_by = found.proved;
  domain.failure_reason = null;
  domain.failures = 0;
  domain.contested = false;
  domain.next_check_at = nextCheckAfter(tx, now);
  if (!begins) return;
  domain.verified_at = now;
  await notifyOwners(tx, {
    merchantId: domain.merchant_id,
    kind: 'host_changed',
    objectId: domain.domain_id,
    message: `The domain ${domain.domain_name} was proved: it serves the merchant's pages, and its pages may frame them where settings name it.`,
  });
}

/**
 * Deletes a domain; its proof ends.
 *
 * @returns Its last state.
 * @throws {Problem} `resource_not_found`.
 */
export function deleteDomain(ctx: Context, domainId: string): Promise<Row> {
  return inTransaction(ctx, async (tx) => {
    const domain = await lock(tx, Domain, domainId);
    if (domain.status === 'verified') {
      await notifyOwners(tx, {
        merchantId: domain.merchant_id,
        kind: 'host_changed',
        objectId: domainId,
        message: `The domain ${domain.domain_name} was deleted: settings that name it have no effect any more.`,
      });
    }
    return deleteLocked(tx, Domain, domain, domainId);
  });
}
