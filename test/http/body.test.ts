import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonBody } from '../../src/http/request.ts';
import { sendJson } from '../../src/http/responses.ts';
import { type Client, clientOf } from '../kit/client.ts';
import { startTestService, type TestService } from '../kit/service.ts';

const cardNumber = '4242424242424242';

let service: TestService;
let client: Client;

beforeAll(async () => {
  const routes = express.Router();
  routes.post('/echo', jsonBody, (req, res) => sendJson(res, 200, req.body));
  service = await startTestService({ routes });
  client = clientOf(service);
});

afterAll(() => service.close());

const post = (body: string, headers: Record<string, string> = {}) => client.post('/echo', { body, headers });

describe('a body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('is read as %s', async (type) => {
    const { status, body } = await post('{"name":"Zoë"}', { 'content-type': type });
    expect([status, body]).toEqual([200, { name: 'Zoë' }]);
  });

  it('that is empty counts as an empty object, with or without a type', async () => {
    expect((await post('')).body).toEqual({});
    expect((await client.request('POST', '/echo')).body).toEqual({});
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json-patch+json',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
  ])('is not taken as %s', async (type) => {
    const { status, body } = await post('{}', { 'content-type': type });
    expect([status, body.error.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('is not taken compressed', async () => {
    const { status, body } = await post('{}', { 'content-encoding': 'gzip' });
    expect([status, body.error.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('is taken up to 64 KiB', async () => {
    const ofSize = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));
    expect((await post(ofSize(65_536))).status).toBe(200);
    for (const bytes of [65_537, 2_000_000]) {
      const { status, body } = await post(ofSize(bytes));
      expect([status, body.error.code]).toEqual([413, 'body_too_large']);
    }
  });

  it('that is malformed is repeated neither in the answer nor in the log', async () => {
    const bodies = [`{"card_number":"${cardNumber}"`, cardNumber.repeat(2000).concat('x'), `${cardNumber}}`];
    for (const text of bodies) {
      const answer = await post(text);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'malformed_json']);
      expect(answer.text).not.toContain('4242');
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    }
    expect(service.logs.length).toBeGreaterThan(0);
    expect(service.logs.filter((line) => line.includes('4242'))).toEqual([]);
  });
});
