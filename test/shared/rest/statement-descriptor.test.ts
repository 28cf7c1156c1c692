import { expect } from 'vitest';
import { test as base } from '../../kit/test.ts';

const test = base.extend('update', ({ api, shop }) => async (more: object) => {
  const id = await shop.payment({ status: 'requires_payment_method', amount_received: 0 });
  const { body, status } = await api.post(`/payments/${id}`, more);
  return status === 200 ? status : [status, body.error.code, body.error.param];
});

test('A statement descriptor allows only the characters and length of card statements', async ({
  update,
}) => {
  const refused = [400, 'invalid_parameter', 'statement_descriptor_name'];
  for (const name of ['SHOP & SONS', 'shop.example/1, (ltd)', 'X', 'A'.repeat(22)]) {
    expect([name, await update({ statement_descriptor_name: name })]).toEqual([name, 200]);
  }
  for (const name of ['', ' ', 'Shop*', 'A<b>', "it's", '"A"', 'A\\', 'Čaj', 'a\nb', 'A'.repeat(23)]) {
    expect([name, await update({ statement_descriptor_name: name })]).toEqual([name, refused]);
  }
  expect(await update({ statement_descriptor_suffix: '4711' })).toBe(200);
  expect(await update({ statement_descriptor_suffix: 'a*b' })).toEqual([
    400,
    'invalid_parameter',
    'statement_descriptor_suffix',
  ]);
});

test('A statement descriptor and its suffix must fit a statement together', async ({ update }) => {
  const name = 'A'.repeat(15);
  const both = (suffix: string) =>
    update({ statement_descriptor_name: name, statement_descriptor_suffix: suffix });
  expect(await both('123456')).toBe(200);
  expect(await both('1234567')).toEqual([400, 'invalid_parameter', 'statement_descriptor_suffix']);
});
