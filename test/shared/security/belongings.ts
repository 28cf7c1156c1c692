import { type Answered, eachValue } from './asking.ts';

/** `paymentId` and `payment_id` are one name. */
const nameOf = (name: string) => (name.endsWith(' cursor') ? name : name.replaceAll('_', '').toLowerCase());

/** Other names of a value elsewhere. */
const synonyms: Readonly<Record<string, string>> = {
  startingafter: 'paymentid',
  endingbefore: 'paymentid',
  ids: 'id',
  accountid: 'merchantid',
  parentmerchantid: 'merchantid',
  defaultprofile: 'profileid',
  connectorid: 'merchantconnectorid',
  taxconnectorid: 'merchantconnectorid',
  methodid: 'paymentmethodid',
  defaultpaymentmethodid: 'paymentmethodid',
  payoutmethodid: 'paymentmethodid',
  updatemandateid: 'mandateid',
  payouttoken: 'paymenttoken',
  payoutlinkid: 'payoutid',
};

/** Whether a value is long enough, and random or marked, so that no response contains it by chance. */
const isDistinctive = (value: string) =>
  /^\S{6,400}$/.test(value) &&
  !/^\d{4}-\d\d-\d\dT/.test(value) &&
  (/qxz/.test(value) || /\w{20}|^\d{6,}$/.test(value));

/** The data that a merchant's own key shows of it, by member name. */
export class Belongings {
  readonly #byName = new Map<string, Set<string>>();
  readonly all = new Set<string>();

  add({ asked, text }: Answered): void {
    eachValue(JSON.parse(text), (name, value) => {
      if (!isDistinctive(value)) return;
      this.all.add(value);
      // A cursor is valid only for its list.
      const known = /cursor$/i.test(name) ? `${asked.operation} cursor` : nameOf(name);
      this.#byName.set(known, (this.#byName.get(known) ?? new Set()).add(value));
    });
  }

  /** At most `max` values of a name that others do not have. */
  named(name: string, others: Belongings, max: number): string[] {
    const known = this.#byName.get(synonyms[nameOf(name)] ?? nameOf(name)) ?? [];
    return [...known].filter((value) => !others.all.has(value)).slice(0, max);
  }
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Finds data of some merchants that does not belong to the caller. */
export function finderOf(belongings: readonly Belongings[], words: readonly string[], own: Belongings) {
  const wanted = new Set(belongings.flatMap(({ all }) => [...all]).filter((value) => !own.all.has(value)));
  for (const word of words) wanted.add(word);
  const sorted = [...wanted].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(sorted.map(escaped).join('|'), 'g');
  return { size: wanted.size, find: (text: string): Set<string> => new Set(text.match(pattern) ?? []) };
}
