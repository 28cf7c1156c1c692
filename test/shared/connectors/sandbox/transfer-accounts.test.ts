import { expect, test } from 'vitest';
import { transferInstructions } from '../../../../src/connectors/sandbox/methods.ts';
import { formats } from '../../../../src/core/model/formats.ts';
import { formatSamples } from '../../../kit/arbitraries.ts';
import { ACCOUNT, IBAN } from '../../../kit/bank-methods.ts';

test("The sandbox's transfer accounts are valid, and no leak test searches for one of them", () => {
  const sepa = transferInstructions('sepa', 'r') as { iban: string; bic: string };
  const ach = transferInstructions('ach', 'r') as { accountNumber: string; routingNumber: string };
  const bacs = transferInstructions('bacs', 'r') as { accountNumber: string; sortCode: string };
  expect(formats.iban.check(sepa.iban) && formats.bic.check(sepa.bic)).toBe(true);
  expect(formats.aba_routing_number.check(ach.routingNumber)).toBe(true);
  expect(formats.sort_code.check(bacs.sortCode)).toBe(true);

  const ofCustomers = [IBAN, ACCOUNT, ...Object.values(formatSamples).flat(), '00012345'];
  for (const number of [sepa.iban, ach.accountNumber, bacs.accountNumber]) {
    expect(ofCustomers).not.toContain(number);
  }
});
