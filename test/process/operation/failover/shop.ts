/** A merchant from its own server's view. */
export interface Shop {
  readonly url: string;
  readonly key: string;
  readonly profileId: string;
}

type Body = Record<string, unknown>;

/** Creates a merchant with a sandbox account for cards, all over REST. */
export async function openShop(url: string, adminKey: string, merchantId: string): Promise<Shop> {
  const call = async <T = Body>(method: 'GET' | 'POST', path: string, key: string, body?: Body) => {
    const headers = { 'api-key': key, 'content-type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  await call('POST', '/accounts', adminKey, { merchant_id: merchantId });
  const made = await call('POST', `/api_keys/${merchantId}`, adminKey, { name: 'server' });
  const key = String(made.secret);
  const [profile] = await call<Body[]>('GET', `/account/${merchantId}/business_profile`, key);
  const profileId = String(profile?.profile_id);
  await call('POST', `/accounts/${merchantId}/connectors`, key, {
    connector_type: 'payment_processor',
    connector_name: 'sandbox',
    profile_id: profileId,
    connector_account_details: {},
    payment_methods_enabled: [{ payment_method: 'card' }],
  });
  return { url, key, profileId };
}
