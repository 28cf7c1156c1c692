import { expect } from 'vitest';
import { validate } from '../../src/core/model/validate.ts';
import { OrderInput } from './order-input.ts';
import { problemsOf } from './problems.ts';

/** Validates an order of amount 1 with more members, when called. */
export const order = (members: object) => () => validate(OrderInput, { amount: 1, ...members });

/** Expects an order with these members to be taken. */
export const accepts = (members: object) => expect(problemsOf(order(members))).toEqual([]);

/** Expects an order with these members to be refused for one parameter, in these words. */
export const refuses = (members: object, param: string, message: string) =>
  expect(problemsOf(order(members))).toEqual([{ param, code: 'invalid_parameter', message }]);
