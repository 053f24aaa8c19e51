import { beforeEach, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { BulkOutcome } from '../domain/bulk-outcome.js';
import type { BulkOperation } from '../../engines/scim-protocol/bulk/bulk-request.js';
import type { JsonObject } from '../../engines/scim-protocol/json.js';
import type { Provisioner } from '../domain/provisioner.js';
import type { Resource } from '../domain/resource.js';
import { NotUnique } from '../../engines/scim-protocol/scim.errors.js';
import { BULK_REQUEST_MESSAGE, ENTERPRISE_SCHEMA } from '../../engines/scim-protocol/schema/urns.js';
import type { PerformOperation } from './perform-operation.js';
import { PerformStep } from './perform-step.js';
import { RunBulk } from './run-bulk.js';

const PROVISIONER: Provisioner = {
  tokenId: 1,
  tokenName: 't',
  organizationId: 1,
  scopes: ['write'],
  backing: { issuedBy: 1, approvedBy: null, approvedUpTo: null, mustHold: 'scim.manage' },
};

/** A directory in memory: what is done stands in it until a unit of work takes it back. */
class World extends UnitOfWork {
  done: string[] = [];
  attempts = 0;
  commits = 0;
  failing: RegExp = /$^/;
  failingCommits = 0;
  private open = false;

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.open) return work();
    const before = [...this.done];
    this.open = true;
    try {
      const result = await work();
      if (this.failingCommits-- > 0) throw new Error('commit');
      this.commits += 1;
      return result;
    } catch (error) {
      this.done = before;
      throw error;
    } finally {
      this.open = false;
    }
  }

  together<T>(work: () => Promise<T>): Promise<T> {
    return this.run(work);
  }

  execute({ operation }: { operation: BulkOperation }): Promise<Resource | null> {
    return this.run(async () => {
      this.attempts += 1;
      const { method, target, data, bulkId, type } = operation;
      const line = `${method} ${target ?? bulkId} ${JSON.stringify(data)}`;
      if (this.failing.test(line)) throw new NotUnique('There already.');
      this.done.push(line);
      const at = new Date(0);
      const id = target ?? `id-${bulkId}`;
      const resource = {
        id,
        organizationId: 1,
        type,
        userId: null,
        attributes: {},
        version: 1,
        createdAt: at,
        lastModifiedAt: at,
      };
      return method === 'DELETE' ? null : resource;
    });
  }
}

const user = (bulkId: string, data: JsonObject = {}): JsonObject => ({ method: 'POST', path: '/Users', bulkId, data });
const group = (bulkId: string, ...members: string[]): JsonObject => ({
  method: 'POST',
  path: '/Groups',
  bulkId,
  data: { members: members.map((value) => ({ value: `bulkId:${value}` })) },
});

describe('a bulk request', () => {
  let world: World;
  let bulk: RunBulk;
  beforeEach(() => {
    world = new World();
    bulk = new RunBulk(world, new PerformStep(world, world as unknown as PerformOperation));
  });
  const run = (operations: JsonObject[], failOnErrors?: number): Promise<BulkOutcome[]> =>
    bulk.execute({
      provisioner: PROVISIONER,
      body: { schemas: [BULK_REQUEST_MESSAGE], Operations: operations, ...(failOnErrors && { failOnErrors }) },
    });
  const failed = (outcomes: BulkOutcome[]): number[] =>
    outcomes.filter(({ error }) => error !== undefined).map(({ operation }) => operation.index);
  const users = (count: number): JsonObject[] => Array.from({ length: count }, (_, index) => user(`u${index}.`));

  it('does everything once and commits many at a time', async () => {
    const outcomes = await run(users(1_000));
    expect(outcomes).toHaveLength(1_000);
    expect([failed(outcomes), world.done.length, world.attempts]).toEqual([[], 1_000, 1_000]);
    expect(world.commits).toBeLessThan(50);
  });

  it('keeps what succeeds before, between and after what fails', async () => {
    world.failing = /u(0|40|41|99)\./;
    const outcomes = await run(users(100));
    expect(outcomes.map(({ operation }) => operation.index)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect([failed(outcomes), world.done.length]).toEqual([[0, 40, 41, 99], 96]);
    expect(new Set(world.done).size).toBe(96);
  });

  it('does not try again and again where everything fails', async () => {
    world.failing = /./;
    const outcomes = await run(users(500));
    expect([failed(outcomes).length, world.done, world.attempts]).toEqual([500, [], 500]);
  });

  it('stops after the errors that failOnErrors allows, and leaves the rest out of the answer', async () => {
    world.failing = /u(3|5|6)\./;
    const outcomes = await run(users(10), 2);
    expect(outcomes.map(({ operation }) => operation.index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(world.done).toHaveLength(4);
  });

  it('counts a malformed operation as an error', async () => {
    const outcomes = await run([user('a'), { method: 'GET', path: '/Users/1' }, user('b')], 1);
    expect([outcomes.length, failed(outcomes)]).toEqual([2, [1]]);
  });

  it('finds a commit that fails', async () => {
    world.failingCommits = 3;
    const outcomes = await run(users(20));
    expect(outcomes).toHaveLength(20);
    expect(world.done).toHaveLength(20 - failed(outcomes).length);
  });

  it('gives references the ids of what they name, further down too', async () => {
    await run([group('g', 'u'), user('u'), { method: 'DELETE', path: '/Groups/bulkId:g' }]);
    expect(world.done).toEqual(['POST u {}', 'POST g {"members":[{"value":"id-u"}]}', 'DELETE id-g null']);
  });

  it('fails what refers to something that failed, or to nothing', async () => {
    world.failing = /POST u /;
    const outcomes = await run([user('u'), group('g', 'u'), group('h', 'g'), group('i', 'nothing'), group('k')]);
    expect(failed(outcomes)).toEqual([0, 1, 2, 3]);
    expect(outcomes[1]?.error).toMatchObject({ kind: 'conflict', scimType: 'invalidValue' });
    expect(world.done).toEqual(['POST k {"members":[]}']);
  });

  it('forgets the ids of what was rolled back', async () => {
    world.failing = /boom/;
    const outcomes = await run([user('a'), user('b'), user('c'), user('boom'), group('g', 'c')]);
    expect(failed(outcomes)).toEqual([3]);
    expect(world.done.at(-1)).toBe('POST g {"members":[{"value":"id-c"}]}');
  });

  it('closes a circle by adding afterwards what was not there', async () => {
    const manager = (of: string) => ({ [ENTERPRISE_SCHEMA]: { manager: { value: `bulkId:${of}` } } });
    const outcomes = await run([group('a', 'b', 'u'), group('b', 'a'), user('u', manager('v')), user('v', manager('u'))]);
    expect(failed(outcomes)).toEqual([]);
    const completion = (value: unknown, path: string) =>
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'add', path, value }],
      });
    expect(world.done).toEqual([
      `POST u {"${ENTERPRISE_SCHEMA}":{}}`,
      `POST v {"${ENTERPRISE_SCHEMA}":{"manager":{"value":"id-u"}}}`,
      `PATCH id-u ${completion({ value: 'id-v' }, `${ENTERPRISE_SCHEMA}:manager`)}`,
      'POST a {"members":[{"value":"id-u"}]}',
      'POST b {"members":[{"value":"id-a"}]}',
      `PATCH id-a ${completion([{ value: 'id-b' }], 'members')}`,
    ]);
  });

  it('leaves nothing of a circle of which one fails, and says which', async () => {
    world.failing = /POST b/;
    const outcomes = await run([group('a', 'b'), group('b', 'c'), group('c', 'a'), group('d', 'a')]);
    expect(failed(outcomes)).toEqual([0, 1, 2, 3]);
    expect(outcomes[1]?.error).toMatchObject({ scimType: 'uniqueness' });
    expect(outcomes[0]?.error).toMatchObject({ scimType: 'invalidValue' });
    expect(world.done).toEqual([]);
  });

  it('takes text for text', async () => {
    const outcomes = await run([user('a', { title: 'bulkId:b' }), user('b', { title: 'bulkId:a' })]);
    expect(failed(outcomes)).toEqual([]);
    expect(world.done).toEqual(['POST a {"title":"bulkId:b"}', 'POST b {"title":"bulkId:a"}']);
  });
});
