import express from 'express';
import { expect } from 'vitest';
import { jsonBody } from '../../../src/http/requests/request-body.ts';
import { sendJson } from '../../../src/http/requests/responses.ts';
import { test as base } from '../../kit/test.ts';

const cardNumber = '4242424242424242';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    routes: express.Router().post('/echo', jsonBody, (req, res) => sendJson(res, 200, req.body)),
  }))
  .extend(
    'post',
    ({ client }) =>
      (body: string, headers: Record<string, string> = {}) =>
        client.post('/echo', { body, headers }),
  );

test.for([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
])('A JSON body is accepted as %s', async (type, { post }) => {
  const { status, body } = await post('{"name":"Zoë"}', { 'content-type': type });
  expect([status, body]).toEqual([200, { name: 'Zoë' }]);
});

test('An empty body counts as an empty object, with or without a content type', async ({ client, post }) => {
  expect((await post('')).body).toEqual({});
  expect((await client.request('POST', '/echo')).body).toEqual({});
});

test('A body of null does not count as empty', async ({ api, post }) => {
  expect((await post('null')).body).toBeNull();
  const { body, status } = await api.post('/customers', null);
  expect([status, body.error.code]).toEqual([400, 'invalid_parameter']);
});

test.for([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json-patch+json',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
])('A body is rejected as %s', async (type, { post }) => {
  const { status, body } = await post('{}', { 'content-type': type });
  expect([status, body.error.code]).toEqual([415, 'unsupported_media_type']);
});

test('A compressed body is rejected', async ({ post }) => {
  const { status, body } = await post('{}', { 'content-encoding': 'gzip' });
  expect([status, body.error.code]).toEqual([415, 'unsupported_media_type']);
});

test('A body may have at most 64 KiB', async ({ post }) => {
  const ofSize = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));
  expect((await post(ofSize(65_536))).status).toBe(200);
  for (const bytes of [65_537, 2_000_000]) {
    const { status, body } = await post(ofSize(bytes));
    expect([status, body.error.code]).toEqual([413, 'body_too_large']);
  }
});

test('A body may nest a hundred levels deep, not counting brackets in strings', async ({ post }) => {
  const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
  expect((await post(nested(100))).status).toBe(200);
  expect((await post(JSON.stringify(`"\\"${'[{'.repeat(5_000)}`))).status).toBe(200);
  for (const depth of [102, 10_000]) {
    const { status, body } = await post(nested(depth));
    expect([status, body.error]).toMatchObject([
      400,
      { code: 'malformed_json', message: 'The body must not nest more than 100 levels deep.' },
    ]);
  }
});

test('A malformed body appears neither in the response nor in the log', async ({ post, service }) => {
  const bodies = [`{"card_number":"${cardNumber}"`, cardNumber.repeat(2000).concat('x'), `${cardNumber}}`];
  for (const text of bodies) {
    const answer = await post(text);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'malformed_json']);
    expect(answer.text).not.toContain('4242');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  }
  expect(service.logs.length).toBeGreaterThan(0);
  expect(service.logs.filter((line) => line.includes(cardNumber.slice(0, 8)))).toEqual([]);
});
