import { describe, expect, it } from '@jest/globals';
import { property, assert as holds, array, integer } from 'fast-check';
import type { JsonObject } from '../json.js';
import { BULK_REQUEST_MESSAGE } from '../schema/urns.js';
import { type BulkStep, planOf } from './bulk-plan.js';
import { readBulkRequest } from './bulk-request.js';

const post = (bulkId: string, ...members: string[]): JsonObject => ({
  method: 'POST',
  path: '/Groups',
  bulkId,
  data: { displayName: bulkId, members: members.map((value) => ({ value: `bulkId:${value}` })) },
});
const remove = (target: string): JsonObject => ({ method: 'DELETE', path: `/Groups/${target}` });
const patch = (target: string, ...members: string[]): JsonObject => ({
  method: 'PATCH',
  path: `/Groups/${target}`,
  data: { Operations: [{ op: 'add', path: 'members', value: members.map((value) => ({ value: `bulkId:${value}` })) }] },
});

const indicesOf = (step: BulkStep): number[] =>
  step.kind === 'circle' ? step.operations.map(({ index }) => index) : [step.operation.index];
const planned = (...operations: JsonObject[]): BulkStep[] =>
  planOf(readBulkRequest({ schemas: [BULK_REQUEST_MESSAGE], Operations: operations }).operations);
const order = (...operations: JsonObject[]): number[][] => planned(...operations).map(indicesOf);

describe('the plan of a bulk request', () => {
  it('keeps the order of the request where nothing refers forward', () => {
    expect(order(remove('1'), post('a'), post('b', 'a'), patch('2', 'b'))).toEqual([[0], [1], [2], [3]]);
  });

  it('lets an operation wait for what it refers to, and only that one', () => {
    expect(order(post('a', 'c'), remove('1'), post('c'), remove('2'))).toEqual([[1], [2], [0], [3]]);
  });

  it('lets a reference in the path wait too', () => {
    expect(order(patch('bulkId:a'), post('a'))).toEqual([[1], [0]]);
  });

  it('resolves chains of forward references', () => {
    expect(order(post('a', 'b'), post('b', 'c'), post('c', 'd'), post('d'))).toEqual([[3], [2], [1], [0]]);
  });

  it('does operations that refer to each other in one go', () => {
    expect(order(post('x', 'a'), post('a', 'b'), post('b', 'c'), remove('1'), post('c', 'a'))).toEqual([[3], [1, 2, 4], [0]]);
  });

  it('takes a resource that refers to itself for a circle of one', () => {
    expect(planned(post('a', 'a'))).toMatchObject([{ kind: 'circle', operations: [{ index: 0 }] }]);
  });

  it('keeps the order of operations on one resource when the first has to wait', () => {
    expect(order(patch('1', 'a'), patch('1'), remove('2'), post('a'), remove('1'))).toEqual([[2], [3], [0], [1], [4]]);
  });

  it('plans operations that refer to nothing known, for their own refusal', () => {
    expect(order(post('a', 'unknown'), remove('1'))).toEqual([[0], [1]]);
  });

  it('leaves malformed operations where they stand', () => {
    expect(planned({ method: 'GET', path: '/Users/1' }, post('a')).map(({ kind }) => kind)).toEqual(['malformed', 'single']);
  });

  it('plans each operation once, after what it refers to, whatever the references', () => {
    holds(
      property(array(array(integer({ min: 0, max: 11 }), { maxLength: 3 }), { minLength: 1, maxLength: 12 }), (graph) => {
        const steps = order(...graph.map((members, index) => post(String(index), ...members.map(String))));
        const stepOf = new Map(steps.flatMap((indices, at) => indices.map((index) => [index, at] as const)));
        expect([...stepOf.keys()].sort((one, other) => one - other)).toEqual(graph.map((_, index) => index));
        graph.forEach((members, index) => {
          for (const member of members.filter((one) => one < graph.length))
            expect(stepOf.get(member)).toBeLessThanOrEqual(stepOf.get(index) ?? -1);
        });
      }),
    );
  });
});
