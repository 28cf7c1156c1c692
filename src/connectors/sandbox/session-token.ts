import type { ConnectorAccess, SessionToken, SessionTokenRequest } from '../../core/foundation/connector.ts';
import { travel } from './settings.ts';

/** The wallet whose token comes later than the answer. */
const DELAYED_WALLET = 'delayed_wallet';

/** Opens a wallet for a payment: any wallet, at once but for one. */
export async function sessionToken(
  access: ConnectorAccess,
  { signal, wallet }: SessionTokenRequest,
): Promise<SessionToken | null> {
  await travel(access, signal);
  if (!access.testMode) return null;
  const delayed = wallet === DELAYED_WALLET;
  return { walletName: wallet, delayed, nextAction: delayed ? 'post_session_tokens' : null };
}
