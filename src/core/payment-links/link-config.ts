import { PaymentLinkConfig } from '../entities/values/link-config.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { type JsonRecord, validate } from '../model/index.ts';
import { isRepeatable } from '../model/validation-errors.ts';
import { requireStyleRules } from './style-rules.ts';

/** Settings of a payment link, some of them. */
export type LinkSettings = Partial<PaymentLinkConfig>;

/**
 * Checks settings of payment links beyond the form of their fields: style rules, and the named variants, which are
 * settings themselves.
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
  if (nested) throw invalidParameter(param, `${path} must not have variants of its own.`);
  try {
    requireLinkConfig(validate(PaymentLinkConfig, variant === null ? null : settings), path);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw invalidParameter(param, `${path} is not valid: ${error.message}`);
  }
}

/** Settings with what others set in their place. What is null or an empty list changes nothing. */
export function mergedSettings(...layers: readonly (LinkSettings | null | undefined)[]): LinkSettings {
  const merged: Record<string, unknown> = {};
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) {
      const isUnset = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
      if (!isUnset) merged[name] = value;
    }
  }
  return merged as LinkSettings;
}
