import { fieldsOf } from './conditions.ts';
import type { RuleJson } from './draft.ts';
import { factName, factOf, METADATA } from './facts.ts';
import { ValueField } from './value-field.tsx';

/** Facts to try rules on, by name; an empty fact is not known. */
export type Tried = Readonly<Record<string, unknown>>;

/** The facts that rules compare, beside those that every payment has; the latter with a first value. */
export function firstFacts(rules: readonly RuleJson[], currency: string, isOfPayouts: boolean): Tried {
  const compared = rules.flatMap(({ when }) => fieldsOf(when)).filter((field) => field !== 'amount');
  const method = isOfPayouts ? { payout_type: 'card' } : { payment_method: 'card' };
  return { ...Object.fromEntries(compared.map((field) => [field, null])), amount: null, currency, ...method };
}

/** The facts as the API takes them. */
export function paymentOf(facts: Tried): Tried {
  const known = Object.entries(facts).filter(
    ([, value]) => value !== null && value !== '' && value !== undefined,
  );
  const metadata = known.filter(([name]) => name.startsWith(METADATA));
  return {
    ...Object.fromEntries(known.filter(([name]) => !name.startsWith(METADATA))),
    ...(metadata.length > 0
      ? {
          metadata: Object.fromEntries(metadata.map(([name, value]) => [name.slice(METADATA.length), value])),
        }
      : {}),
  };
}

const first = ['amount', 'currency', 'payment_method', 'payout_type'];

/** A field for each fact. */
export function TrialFacts({ facts, onChange }: { facts: Tried; onChange: (facts: Tried) => void }) {
  const names = [
    ...first.filter((name) => name in facts),
    ...Object.keys(facts).filter((name) => !first.includes(name)),
  ];
  return names.map((name) => {
    const fact = factOf(name);
    return (
      fact && (
        <ValueField
          key={name}
          label={factName(name)}
          isLabelShown
          fact={fact}
          comparison="equal"
          value={facts[name]}
          currency={String(facts.currency)}
          onChange={(value) => onChange({ ...facts, [name]: value })}
        />
      )
    );
  });
}
