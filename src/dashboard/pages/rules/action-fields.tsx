import { Select, TextInput } from '@mantine/core';
import { asWords } from '../../data/words.ts';
import type { Action, ActionProps, Editing } from './editing.ts';
import { errorAt, Findings } from './findings.tsx';
import { JsonField } from './json-field.tsx';
import { RoutingFields } from './routing-fields.tsx';
import { describedRules } from './rules.fields.ts';
import { effectName, withoutRules } from './sentences.ts';
import { SurchargeFields } from './surcharge-fields.tsx';

/** The first action of a new rule. */
export const newActions: Readonly<Record<Editing['decision'], Action>> = {
  risk: { risk: 'review' },
  three_ds: { three_ds: 'challenge' },
  surcharge: { surcharge: { type: 'rate', value: null } },
  payment_routing: { connectors: [] },
  payout_routing: { connectors: [] },
};

const routingMembers = ['connectors', 'volume_split', 'fallback'];
/** The members that fields edit. */
const edited: Readonly<Record<Editing['decision'], readonly string[]>> = {
  risk: ['risk', 'reason'],
  three_ds: ['three_ds', 'exemption'],
  surcharge: ['surcharge'],
  payment_routing: routingMembers,
  payout_routing: routingMembers,
};

const forms: Readonly<Record<Editing['decision'], (props: ActionProps) => React.ReactNode>> = {
  risk: RiskFields,
  three_ds: ThreeDsFields,
  surcharge: SurchargeFields,
  payment_routing: RoutingFields,
  payout_routing: RoutingFields,
};

const isRecord = (value: unknown): value is Action =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const surchargeMembers = ['type', 'value', 'max', 'tax_rate'];

/** Whether the fields show all of an action that they are for. */
function hasFields(action: Action, known: readonly string[]): boolean {
  if (!known.some((name) => name !== 'fallback' && name in action)) return false;
  const { surcharge } = action;
  if (!known.includes('surcharge') || surcharge === null) return true;
  return isRecord(surcharge) && Object.keys(surcharge).every((name) => surchargeMembers.includes(name));
}

/** Edits the action of a rule or the default. Members without a field show as JSON and are kept. */
export function ActionFields(
  props: Omit<ActionProps, 'action' | 'onChange'> & {
    readonly action: unknown;
    readonly onChange: (action: unknown) => void;
  },
) {
  const { action, editing, onChange, path } = props;
  const known = edited[editing.decision];
  const Form = forms[editing.decision];
  const isKnown = isRecord(action) && hasFields(action, known);
  if (!isKnown) {
    return (
      <JsonField
        label="Action as JSON"
        value={action}
        error={errorAt(editing.errors, path, 'below')}
        onChange={onChange}
      />
    );
  }
  const parts = Object.entries(action);
  const own = Object.fromEntries(parts.filter(([name]) => known.includes(name)));
  const others = Object.fromEntries(parts.filter(([name]) => !known.includes(name)));
  const errorsOfOthers = Object.keys(others).flatMap(
    (name) => errorAt(editing.errors, `${path}.${name}`, 'below') ?? [],
  );
  return (
    <>
      <div className="rule-action">
        <Form {...props} action={own} onChange={(changed) => onChange({ ...changed, ...others })} />
      </div>
      {Object.keys(others).length > 0 && (
        <JsonField
          label="Also, as JSON"
          value={others}
          error={errorsOfOthers.join(' ') || undefined}
          onChange={(changed) => isRecord(changed) && onChange({ ...own, ...changed })}
        />
      )}
      <Findings of={editing} path={path} />
    </>
  );
}

const effects = (names: readonly string[]) => names.map((value) => ({ value, label: effectName(value) }));

function RiskFields({ action, editing, onChange, path }: ActionProps) {
  const { reason, ...others } = action;
  return (
    <>
      <Select
        label="Then"
        data={effects(describedRules.risk)}
        value={String(action.risk)}
        allowDeselect={false}
        error={errorAt(editing.errors, `${path}.risk`)}
        onChange={(risk) => risk && onChange({ ...action, risk })}
      />
      <TextInput
        label="Reason"
        placeholder="Shown on the payment"
        maxLength={255}
        value={String(reason ?? '')}
        error={errorAt(editing.errors, `${path}.reason`)}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? others : { ...action, reason: value })
        }
      />
    </>
  );
}

/** The value of the choice that requests nothing, in place of null. */
const NOTHING = 'nothing';

function ThreeDsFields({ action, editing, onChange, path }: ActionProps) {
  const isExempt = action.three_ds === 'exempt';
  return (
    <>
      <Select
        label="Then"
        data={[...effects(describedRules.three_ds), { value: NOTHING, label: withoutRules.three_ds }]}
        value={action.three_ds === null ? NOTHING : String(action.three_ds)}
        allowDeselect={false}
        error={errorAt(editing.errors, `${path}.three_ds`)}
        onChange={(effect) =>
          effect &&
          onChange({
            three_ds: effect === NOTHING ? null : effect,
            ...(effect === 'exempt' && { exemption: 'low_value' }),
          })
        }
      />
      {(isExempt || action.exemption) && (
        <Select
          label="Exemption"
          data={describedRules.exemption.map((value) => ({ value, label: asWords(value) }))}
          value={String(action.exemption ?? '') || null}
          allowDeselect={false}
          error={errorAt(editing.errors, `${path}.exemption`)}
          onChange={(exemption) => exemption && onChange({ ...action, exemption })}
        />
      )}
    </>
  );
}
