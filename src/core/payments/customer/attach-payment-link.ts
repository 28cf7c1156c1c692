import { profileOf } from '../../access/choose-profile.ts';
import { hostedAt } from '../../domains/effective-domains.ts';
import type { Payment } from '../../entities/payment.ts';
import type { PaymentLinkConfig } from '../../entities/values/link-config.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { invalidParameter, notFound } from '../../foundation/errors.ts';
import { type LinkSettings, mergedSettings, requireLinkConfig } from '../../payment-links/link-config.ts';
import type { PaymentUpdate } from '../payment-inputs.ts';
import { pageAddress } from './customer-session.ts';

/**
 * Gives a payment its hosted page, changes the page's settings, or takes it away. The settings are the profile's as
 * they are now, with the named variant's and the payment's own in their place.
 *
 * @throws {Problem} `invalid_parameter` for settings without a page, or not valid; `resource_not_found` for a variant
 * that the profile has not.
 */
export async function attachPaymentLink(
  tx: WritingContext,
  payment: Payment,
  {
    payment_link: isWanted,
    payment_link_config: own,
    payment_link_config_id: variantId,
  }: Pick<PaymentUpdate, 'payment_link' | 'payment_link_config' | 'payment_link_config_id'>,
): Promise<void> {
  const hasPage = isWanted ?? (isWanted === undefined && Boolean(payment.payment_link));
  const param = own ? 'payment_link_config' : 'payment_link_config_id';
  if (!hasPage) {
    if (own || variantId)
      throw invalidParameter(param, `${param} must be left out unless payment_link is true.`);
    payment.payment_link = payment.payment_link_config = null;
    return;
  }
  requireLinkConfig(own, 'payment_link_config');
  const { business_specific_configs: variants, ...shared } = {
    ...((await profileOf(tx, payment)).payment_link_config ?? {}),
  } as LinkSettings;
  const variant = variantId ? variants?.[variantId] : null;
  if (variantId && !variant) throw notFound('variant of payment_link_config', 'payment_link_config_id');
  const settings = mergedSettings(shared, variant as LinkSettings | null, own);
  requireHonestSetup(payment, settings);
  payment.payment_link_config = settings as PaymentLinkConfig;
  const isFramed = (settings.allowed_domains ?? []).length > 0;
  const address = (page: 'pay' | 'secure') =>
    hostedAt(tx, payment.merchant_id, pageAddress(tx.ports, page, payment), settings.domain_name);
  payment.payment_link = {
    link: await address('pay'),
    secure_link: isFramed ? await address('secure') : null,
    payment_link_id: payment.payment_link?.payment_link_id ?? tx.ports.ids.make('plink'),
  };
}

/** @throws {Problem} `invalid_parameter` for a page that would ask to save a card, and charge it. */
function requireHonestSetup(
  { net_amount: amount }: Payment,
  { is_setup_mandate_flow: isSetup }: LinkSettings,
) {
  if (!isSetup || amount === 0) return;
  throw invalidParameter(
    'payment_link_config.is_setup_mandate_flow',
    'payment_link_config.is_setup_mandate_flow must be false unless the amount is 0: a setup page shows no amount.',
  );
}
