import {
  inListComparisons,
  velocityCounts,
  velocitySubjects,
} from '../../core/entities/values/fact-types.ts';
import { riskEffects, threeDsEffects } from '../../core/entities/values/rule-actions.ts';
import { documentedFacts, type Fact, velocityCount } from '../../core/entities/values/rule-facts.ts';
import { scaExemptions } from '../../core/foundation/ports/connector-capabilities.ts';
import { formats } from '../../core/model/formats.ts';

/** How an editor of rules asks for a value. */
type ValueKind = 'amount' | 'number' | 'choice' | 'flag' | 'country' | 'currency' | 'text';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** The country codes that conditions accept. */
const countries = LETTERS.flatMap((one) => LETTERS.map((other) => one + other)).filter((code) =>
  formats.country.check(code),
);

const kindsByHint: Readonly<Record<string, ValueKind>> = {
  [formats.country.hint]: 'country',
  [formats.currency.hint]: 'currency',
};
const kindsByType: Readonly<Record<string, ValueKind>> = { boolean: 'flag', integer: 'number' };

function kindOf(name: string, { type: { hint, json } }: Fact): ValueKind {
  if (name === 'amount') return 'amount';
  if (json.enum) return 'choice';
  return kindsByHint[hint] ?? kindsByType[String(json.type)] ?? 'text';
}

/** The facts of rules for editors: each with the kind of its values, and the comparisons it takes. */
const describedFacts = () =>
  documentedFacts.map(([name, fact]) => {
    const { about, list, only, type, zoned } = fact;
    const { enum: options, maximum } = type.json;
    const kind = kindOf(name, fact);
    return {
      name,
      about,
      kind,
      comparisons: [...type.comparisons, ...(list ? inListComparisons : [])],
      ...(options ? { options } : {}),
      ...(kind === 'number' ? { maximum } : {}),
      ...(list ? { list } : {}),
      ...(only ? { only } : {}),
      ...(zoned ? { zoned } : {}),
    };
  });

/** The conditions that count, for editors. */
const describedVelocity = () => ({
  counts: velocityCounts,
  subjects: velocitySubjects,
  comparisons: velocityCount.type.comparisons,
  maximum: velocityCount.type.json.maximum,
  only: velocityCount.only,
});

/** The description of rules that editors need beside the schema, `schema/rules.json`: a new fact appears in them without an edit. */
export const ruleDescription = () => ({
  facts: describedFacts(),
  velocity: describedVelocity(),
  countries,
  risk: riskEffects,
  three_ds: threeDsEffects,
  exemption: scaExemptions,
});
