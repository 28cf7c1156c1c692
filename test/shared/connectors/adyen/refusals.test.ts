import { describe, expect, test } from 'vitest';
import { adyenErrors, refusalCode, refusalReasons } from '../../../../src/connectors/adyen/refusals.ts';
import { issuerAnswer, storedResponseOf } from '../../../../src/connectors/adyen/stored-response.ts';

const rowOf = (code: string, flow = 'payment') =>
  adyenErrors.find((row) => row.code === code && row.flow === flow);

describe("Adyen's codes", () => {
  test('Every refusal reason has one row, with a unified code', () => {
    for (const [code] of refusalReasons) {
      const rows = adyenErrors.filter((row) => row.code === code && row.flow === 'payment');
      expect([code, rows.length]).toEqual([code, 1]);
      expect(rows[0]!.unifiedCode).toMatch(/^UE_(?:100[0-7]|[234]000)$/);
    }
  });

  test('No error is mapped twice', () => {
    const keys = adyenErrors.map(({ code, flow, subFlow }) => `${flow}/${subFlow}/${code}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.for(['4', '9', '10', '21', '010', '901', 'http_401'])(
    '%s is soft: routing tries another account',
    (code) => {
      expect(rowOf(code)).toMatchObject({ decision: 'retry' });
    },
  );

  test.for(['2', '5', '6', '12', '20', '26', '31', '46', '101'])('%s is hard', (code) => {
    expect(rowOf(code)).toMatchObject({ decision: 'do_default' });
  });

  test('Authentication required leads to a retry with 3-D Secure', () => {
    expect(rowOf('38')).toMatchObject({ decision: 'retry', stepUp: true });
  });

  test("A webhook's refusal is found by its text, as it carries no code", () => {
    expect(refusalCode(undefined, 'Expired Card')).toEqual({ code: '6', isKnown: true });
    expect(refusalCode(undefined, ' not enough balance ')).toEqual({ code: '12', isKnown: true });
  });

  test('An unknown reason keeps its code, or is converted to an identifier', () => {
    expect(refusalCode('777', 'Of tomorrow')).toEqual({ code: '777', isKnown: false });
    expect(refusalCode(undefined, 'Of Tomorrow, 4111 1111!')).toEqual({
      code: 'of_tomorrow',
      isKnown: false,
    });
    expect(refusalCode(undefined, undefined)).toEqual({ code: 'refused', isKnown: false });
  });
});

describe('What is stored of a response', () => {
  test("An attempt stores the issuer's own code and the network's advice", () => {
    expect(
      issuerAnswer({
        refusalReasonRaw: '51 : Insufficient funds',
        merchantAdviceCode: '03 : Do not try again',
      }),
    ).toEqual({
      issuerCode: '51',
      issuerMessage: 'Insufficient funds',
      advice: { code: '03', retry: 'never' },
    });
    expect(issuerAnswer({ refusalReasonRaw: 'DECLINED', merchantAdviceCode: '02 : Try later' })).toEqual({
      advice: { code: '02', retry: 'allowed' },
    });
  });

  test('An attempt stores address and CVC checks, and nothing that identifies a person or card', () => {
    const kept = storedResponseOf({
      cvcResult: '2 Does not match',
      cvcResultRaw: 'N',
      avsResult: '6 Postal code matches, address does not match',
      avsResultRaw: 'Z',
      cardHolderName: 'Ann Example',
      expiryDate: '03/2030',
      cardBin: '411111',
      networkTxReference: 'MCC1234567890',
    });
    expect(kept).toEqual({
      networkTransactionId: 'MCC1234567890',
      checks: { addressLine: 'fail', postalCode: 'pass', avsCode: 'Z', cvc: 'fail', cvcCode: 'N' },
    });
  });
});
