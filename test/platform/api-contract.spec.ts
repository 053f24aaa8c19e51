import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { completed } from '../../src/platform/http/api-document.js';
import { Operation } from '../../src/platform/http/operation.js';
import { component, id, namedSuccess } from '../../src/platform/http/response-schemas.js';
import { ApiContract, type ApiDocument } from '../setup/api-contract.js';
import { compared } from '../setup/declared-answers.mjs';

const Gauge = component('SpecGauge', z.object({ id, river: z.string().nullable() }), { id: 1, river: 'Rhine' });
const Reading = component('SpecReading', z.object({ id, is_over: z.boolean() }), { id: 1, is_over: false });

const given = { summary: 'Of this test', status: 200, errors: [] } as const;
const OPERATIONS = {
  '/api/gauges': Operation({
    ...given,
    id: 'specReadGauges',
    answer: namedSuccess({ gauge: Gauge }, 'Gauge found.'),
    also: [
      {
        status: 202,
        answer: namedSuccess({ reading: Reading }, 'Reading begun.'),
        headers: ['Location', 'Preference-Applied'],
      },
    ],
  }),
  '/api/gauges/export': Operation({
    ...given,
    id: 'specExportGauges',
    type: 'application/x-ndjson',
    answer: Gauge,
    headers: ['Content-Disposition'],
  }),
  '/api/gauges/table': Operation({
    ...given,
    id: 'specTabulateGauges',
    type: 'text/csv; charset=utf-8',
    headers: ['Content-Disposition'],
  }),
  '/api/gauges/picture': Operation({ ...given, id: 'specDrawGauges', type: ['image/svg+xml', 'image/png'] }),
};
const IDS = ['specReadGauges', 'specExportGauges', 'specTabulateGauges', 'specDrawGauges'];

const document = completed({
  openapi: '3.1.0',
  info: { title: 'Gauges', version: '1' },
  paths: Object.fromEntries(Object.keys(OPERATIONS).map((path, at) => [path, { get: { operationId: IDS[at] ?? '', responses: {} } }])),
}) as unknown as ApiDocument;

const contract = new ApiContract(document);

function faults(
  path: keyof typeof OPERATIONS,
  answer: { status?: number; headers: Record<string, string>; text: string },
): readonly string[] {
  const { status = 200, headers, text } = answer;
  return contract.faultsOf({ method: 'GET', path, status, headers: new Headers(headers), text });
}

function enveloped(data: object): string {
  return JSON.stringify({ success: true, data: { ...data, message: 'Done.' }, message: 'Done.' });
}

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

describe('what the tests find wrong with an answer', () => {
  it('is another body than that of the status, and a header that is missing or was not declared', () => {
    const gauge = enveloped({ gauge: { id: 1, river: null } });
    const reading = enveloped({ reading: { id: 1, is_over: false } });
    const applied = { ...JSON_TYPE, 'Preference-Applied': 'respond-async' };
    const located = { ...applied, Location: '/api/gauges/1' };
    expect(faults('/api/gauges', { headers: JSON_TYPE, text: gauge })).toEqual([]);
    expect(faults('/api/gauges', { status: 202, headers: located, text: reading })).toEqual([]);
    expect(faults('/api/gauges', { status: 202, headers: applied, text: reading })).toEqual(['The header location is missing.']);
    expect(faults('/api/gauges', { headers: located, text: gauge })).toEqual([
      'The header location is not declared.',
      'The header preference-applied is not declared.',
    ]);
    expect(faults('/api/gauges', { status: 202, headers: located, text: gauge })).not.toEqual([]);
    expect(faults('/api/gauges', { headers: JSON_TYPE, text: reading })).not.toEqual([]);
    expect(faults('/api/gauges', { status: 201, headers: JSON_TYPE, text: gauge })).toEqual(['The status 201 (no code) is not declared.']);
    const wider = enveloped({ gauge: { id: 1, river: null, secret: 'x' } });
    expect(faults('/api/gauges', { headers: JSON_TYPE, text: wider }).join()).toContain('unevaluated');
  });

  it('is a line of another form, at any place', () => {
    const headers = {
      'Content-Type': 'application/x-ndjson',
      'Content-Disposition': 'attachment; filename="a.ndjson"',
    };
    const good = '{"id":1,"river":"Rhine"}\n';
    const of = (text: string) => faults('/api/gauges/export', { headers, text });
    expect(of('')).toEqual([]);
    expect(of(good + good)).toEqual([]);
    expect(of(`${good}{"id":"2","river":null}\n`)).toEqual(['Line 2: /id must be integer {"type":"integer"}']);
    expect(of(`${good}{"id":2}\n`).join()).toContain('Line 2: The body must have required property');
    expect(of(`${good}\n${good}`)).toEqual(['Line 2: It is no JSON: ']);
    expect(of(good + good.trim())).toEqual(['The last line has no end.']);
    expect(of(`[${good.trim()}]\n`)).not.toEqual([]);
  });

  it('is another type, or a file without its name; what stands in tables and pictures is not looked at', () => {
    const csv = { 'Content-Type': 'text/csv; charset=utf-8' };
    const named = { ...csv, 'Content-Disposition': 'attachment; filename="gauges.csv"' };
    expect(faults('/api/gauges/table', { headers: named, text: 'id,river\n' })).toEqual([]);
    expect(faults('/api/gauges/table', { headers: csv, text: 'id,river\n' })).toEqual(['The header content-disposition is missing.']);
    expect(faults('/api/gauges/table', { headers: { ...named, ...JSON_TYPE }, text: '[]' })).toEqual([
      'The type application/json is not declared.',
    ]);
    for (const type of ['image/svg+xml; charset=utf-8', 'image/png'])
      expect(faults('/api/gauges/picture', { headers: { 'Content-Type': type }, text: '<svg/>' })).toEqual([]);
    expect(faults('/api/gauges/picture', { headers: { 'Content-Type': 'text/html' }, text: '<svg/>' })).toEqual([
      'The type text/html is not declared.',
    ]);
  });

  it('is found by a document that says of each type what it holds', () => {
    const content = (path: keyof typeof OPERATIONS) =>
      (document.paths[path]?.['get']?.responses['200'] as { content: object } | undefined)?.content;
    expect(content('/api/gauges/export')).toEqual({
      'application/x-ndjson': { schema: { $ref: '#/components/schemas/SpecGauge' } },
    });
    expect(content('/api/gauges/table')).toEqual({ 'text/csv': { schema: { type: 'string' } } });
    expect(content('/api/gauges/picture')).toEqual({
      'image/svg+xml': { schema: { type: 'string' } },
      'image/png': {},
    });
  });
});

describe('what a full run says that no test has seen', () => {
  it('is an operation that never succeeded, and a code that never came', () => {
    const none = compared(document, []);
    expect(none.declared).toEqual({ operations: 4, codes: 3, pairs: 12 });
    expect(none.operations).toEqual(IDS);
    expect(none.codes).toEqual(['UNAUTHORIZED', 'QUOTA_EXCEEDED', 'UNAVAILABLE']);
    const answers = [
      { path: '/api/gauges', status: 200, text: '{"success":true}' },
      { path: '/api/gauges/export', status: 401, text: '{"success":false,"code":"UNAUTHORIZED"}' },
      { path: '/api/nowhere', status: 200, text: '' },
    ];
    const notes = answers.flatMap((answer) => contract.noteOf({ method: 'GET', headers: new Headers(), ...answer }) ?? []);
    expect(notes).toEqual(['specReadGauges 200', 'specExportGauges 401 UNAUTHORIZED']);
    const some = compared(document, notes);
    expect(some.operations).toEqual(IDS.slice(1));
    expect(some.codes).toEqual(['QUOTA_EXCEEDED', 'UNAVAILABLE']);
    expect(some.pairs).toHaveLength(11);
    expect(some.pairs).not.toContain('specExportGauges UNAUTHORIZED');
  });

  it('is an example that no answer was like, with what the nearest had instead', () => {
    const gauge = (river: unknown, rest: object = {}) => ({
      method: 'GET',
      path: '/api/gauges',
      status: 200,
      headers: new Headers(JSON_TYPE),
      text: JSON.stringify({ success: true, data: { gauge: { id: 7, river, ...rest }, message: 'Gauge found.' }, message: 'Gauge found.' }),
    });
    expect(contract.unlikeExample(gauge('Danube'))).toEqual([]);
    expect(contract.unlikeExample(gauge(null))).toEqual(['.data.gauge.river: shows text, was null']);
    expect(contract.unlikeExample(gauge('7'))).toEqual(['.data.gauge.river: shows text, was digits']);
    // No example can show it.
    expect(contract.unlikeExample(gauge('Danube', { $ref: 'http://headgate.test/gauges/7' }))).toEqual([]);
    expect(contract.unlikeExample(gauge('Danube', { more: 1 }))).toEqual(['.data.gauge.more: is not shown']);
    expect(contract.unlikeExample({ ...gauge('Danube'), status: 404 })).toBeUndefined();
    const [seen, unlike] = ['specReadGauges 200 as_shown', 'specReadGauges 202 unlike .data: shows null, was text'];
    expect(compared(document, []).examples).toEqual(['specReadGauges 200 (not seen)', 'specReadGauges 202 (not seen)']);
    expect(compared(document, [seen, `${unlike}; .more: is not shown`, unlike]).examples).toEqual([unlike]);
  });
});
