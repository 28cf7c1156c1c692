import { type EnabledPaymentMethod, PaymentLinkConfig } from '../entities/values/link-config.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { type JsonRecord, validate } from '../model/index.ts';
import { isRepeatable } from '../model/validation-errors.ts';
import { requireStyleRules } from './style-rules.ts';

/** Some or all settings of a payment link. */
export type LinkSettings = Partial<PaymentLinkConfig>;

/**
 * Checks settings of payment links beyond the format of their fields: style rules, and the named variants, which have the
 * same settings.
 *
 * @param param The parameter that holds them, for the error.
 * @throws {Problem} `invalid_parameter`.
 */
export function requireLinkConfig(config: LinkSettings | null | undefined, param: string): void {
  requireStyleRules(config?.sdk_ui_rules, `${param}.sdk_ui_rules`);
  requireStyleRules(config?.payment_link_ui_rules, `${param}.payment_link_ui_rules`);
  for (const [name, variant] of Object.entries(config?.business_specific_configs ?? {})) {
    const of = `${param}.business_specific_configs`;
    requireVariant(variant, isRepeatable(name) ? `${of}.${name}` : of, of);
  }
}

function requireVariant(variant: unknown, path: string, param: string): void {
  const { business_specific_configs: nested, ...settings } = (variant ?? {}) as JsonRecord;
  if (nested) throw invalidParameter(param, `${path} must not have variants.`);
  try {
    requireLinkConfig(validate(PaymentLinkConfig, variant === null ? null : settings), path);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw invalidParameter(param, `${path} is not valid: ${error.message}`);
  }
}

/** The types of each kind of method that a page can offer; null for kinds whose types make no difference. */
export type OfferableMethods = Readonly<Partial<Record<string, readonly string[] | null>>>;

/**
 * Checks the methods that settings of a page enable.
 *
 * @param param The parameter that holds the settings, for the error.
 * @throws {Problem} `invalid_parameter` for a kind or type that the page cannot offer.
 */
export function requireEnabledMethods(
  enabled: readonly EnabledPaymentMethod[] | null | undefined,
  known: OfferableMethods,
  param: string,
): void {
  for (const [index, { payment_method: kind, payment_method_types: types }] of (enabled ?? []).entries()) {
    const path = `${param}.enabled_payment_methods[${index}]`;
    const named = known[kind];
    if (named === undefined) {
      const all = Object.keys(known).join(', ');
      throw invalidParameter(`${path}.payment_method`, `${path}.payment_method must be one of ${all}.`);
    }
    if (named === null || (types ?? []).every((type) => named.includes(type))) continue;
    throw invalidParameter(
      `${path}.payment_method_types`,
      `${path}.payment_method_types must have types of ${kind}: ${named.join(', ')}.`,
    );
  }
}

/** Whether settings enable a type of method: without a list they enable all, and without types all of a kind. */
export function isEnabled(
  enabled: readonly EnabledPaymentMethod[] | null | undefined,
  kind: string,
  type: string | null,
): boolean {
  if (!enabled || enabled.length === 0) return true;
  return enabled.some(({ payment_method: known, payment_method_types: types }) => {
    if (known !== kind) return false;
    return type === null || !types || types.length === 0 || types.includes(type);
  });
}

/** Settings overridden by others. Null and empty lists override nothing. */
export function mergedSettings<Settings extends object = LinkSettings>(
  ...layers: readonly (Settings | null | undefined)[]
): Settings {
  const merged: Record<string, unknown> = {};
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) {
      const isUnset = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
      if (!isUnset) merged[name] = value;
    }
  }
  return merged as Settings;
}
