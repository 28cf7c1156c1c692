import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Role } from '../data/schema-types.ts';
import type { SessionQuery } from './session.documents.ts';

type Viewer = SessionQuery['viewer'];

/** A permission of `src/core/foundation/permissions.ts`, by its GraphQL name. */
export type Permission = Viewer['permissions'][number];

/** The signed-in person, and the merchant account that they act in. */
export interface Session {
  readonly person: NonNullable<Viewer['person']>;
  readonly merchantAccounts: Viewer['merchantAccounts'];
  readonly merchantId: string;
  readonly role: Role | null;
  /** Whether this is a test environment, where no money moves. */
  readonly isTest: boolean;
  /** Whether the database is the original: only the original sends calls and messages. */
  readonly isOriginal: boolean;
  /** The role's permissions, in the order of the table of permissions. */
  readonly permissions: readonly Permission[];
  /**
   * Whether the role has a permission. The service enforces it; the dashboard only hides controls that would be
   * refused.
   */
  can(permission: Permission): boolean;
  /** Whether the person may add, change and remove members with the role: only owners may for owners. */
  canAppoint(role: Role): boolean;
  switchMerchant(merchantId: string): void;
  signOut(): Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

interface SessionProviderProps {
  readonly viewer: Viewer;
  readonly merchantId: string;
  readonly switchMerchant: (merchantId: string) => void;
  readonly signOut: () => Promise<void>;
  readonly children: ReactNode;
}

export function SessionProvider({
  children,
  merchantId,
  signOut,
  switchMerchant,
  viewer,
}: SessionProviderProps) {
  const session = useMemo<Session | null>(() => {
    const { databaseState, environment, merchantAccounts, permissions, person, role } = viewer;
    if (!person) return null;
    const permitted = new Set(permissions);
    return {
      person,
      merchantAccounts,
      merchantId,
      role: role ?? null,
      isTest: environment === 'test',
      isOriginal: (databaseState ?? 'original') === 'original',
      permissions,
      can: (permission) => permitted.has(permission),
      canAppoint: (appointed) => permitted.has('TEAM_WRITE') && (appointed !== 'owner' || role === 'owner'),
      switchMerchant,
      signOut,
    };
  }, [viewer, merchantId, switchMerchant, signOut]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The page's session. Only for pages of signed-in people. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is called outside of a session.');
  return session;
}

/** The offset of the merchant account's test clock, in seconds. */
export function useClockAdvancedBy(): number {
  const { merchantAccounts, merchantId } = useSession();
  return merchantAccounts.find((account) => account.merchantId === merchantId)?.testClockAdvancedBy ?? 0;
}
