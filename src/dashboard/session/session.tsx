import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Role } from '../data/schema-types.ts';
import type { SessionQuery } from './session.documents.ts';

type Viewer = SessionQuery['viewer'];

/** One of the permissions of `src/core/foundation/permissions.ts`, by its name in GraphQL. */
export type Permission = Viewer['permissions'][number];

/** Who is signed in, and the merchant account they act in. */
export interface Session {
  readonly person: NonNullable<Viewer['person']>;
  readonly merchantAccounts: Viewer['merchantAccounts'];
  readonly merchantId: string;
  readonly role: Role | null;
  /** Whether this service is for tests: no money moves. */
  readonly isTest: boolean;
  /** Whether the database of the service is the original, from which calls and messages are sent. */
  readonly isOriginal: boolean;
  /** The role's permissions, in the order of the table of permissions. */
  readonly permissions: readonly Permission[];
  /**
   * Whether the role has a permission. The service enforces it; the dashboard only hides controls that would be
   * refused.
   */
  can(permission: Permission): boolean;
  /** Whether the person may appoint, change and remove members with the role: only owners may for owners. */
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

/** The session of the page, which is shown only to who is signed in. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is called outside of a session.');
  return session;
}

/** How far the test clock of the merchant account was advanced, in seconds. */
export function useClockAdvancedBy(): number {
  const { merchantAccounts, merchantId } = useSession();
  return merchantAccounts.find((account) => account.merchantId === merchantId)?.testClockAdvancedBy ?? 0;
}
