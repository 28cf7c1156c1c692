import { expect } from 'vitest';
import { test } from '../../kit/test.ts';

test.for(['x', '1234567', 'a'.repeat(40), 'abcabcabcabcabcabcabc'])(
  'A weak signing key is refused: %s',
  async (paymentResponseHashKey, { adminGraphql, graphql, shop }) => {
    const refused = [{ code: 'invalid_parameter', param: 'payment_response_hash_key' }];
    const input = { paymentResponseHashKey };
    const { profileId, merchantId } = shop;
    const selections = {
      createBusinessProfile: { profileName: 'p', ...input },
      updateBusinessProfile: { profileId, ...input },
      updateMerchantAccount: { merchantId, ...input },
    };
    for (const [name, given] of Object.entries(selections)) {
      expect((await graphql.mutate(name, given, '')).userErrors).toMatchObject(refused);
    }
    const account = { merchantId: `m${Date.now()}`, ...input };
    expect((await adminGraphql.mutate('createMerchantAccount', account, '')).userErrors).toMatchObject(
      refused,
    );
  },
);
