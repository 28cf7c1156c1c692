import { type AdminKeyCreation, createAdminKey } from '../../src/core/access/admin-keys.ts';
import type { TestService } from './service.ts';

/** Creates a key of an administrator or, with an organization, of the organization. */
export const adminKey = (
  { contextFor }: Pick<TestService, 'contextFor'>,
  input: Partial<Record<keyof AdminKeyCreation, string>> = {},
): Promise<{ keyId: string; secret: string }> =>
  createAdminKey(contextFor({ kind: 'admin_key' }, 'test'), {
    name: 'Onboarding',
    ...(input as Partial<AdminKeyCreation>),
  });

/** Creates a key of an organization. */
export const organizationKey = async (
  service: Pick<TestService, 'contextFor'>,
  organization_id: string,
): Promise<string> => (await adminKey(service, { organization_id })).secret;
