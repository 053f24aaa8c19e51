import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../shared/caller.js';
import { DataUnderPolicies } from '../domain/data-source.errors.js';
import type { SeenSource, Place } from '../domain/same-data.js';
import { AdmitPlace } from './admit-place.js';
import { FindSameData } from './find-same-data.js';
import type { KnownData } from './ports/known-data.js';
import type { SourcePolicies } from './ports/source-policies.js';
import type { Targets } from './ports/targets.js';
import type { RequireGrant } from './require-grant.js';

const caller = { userId: 1 } as Caller;
const server = { host: 'one.example', port: 5432, database: 'shop' } as SeenSource['connection'];
const place: Place = { id: null, organizationId: 1, engine: 'postgresql', connection: server };
const other: SeenSource = {
  ...{ id: 7, organizationId: 1, name: 'Shop', engine: 'postgresql', labels: [], closed: null },
  ...{ connection: { ...server, host: 'two.example' }, keys: [], admittedKeys: [] },
};

describe('the admission of a place', () => {
  it('looks up no name while policies are locked, and keeps what it found before', async () => {
    const { admitPlace, lookups } = scene(() => ({ ...other }));
    const looked = await admitPlace.look(caller, place);
    expect(lookups).toEqual(['one.example', 'two.example']);
    const same = await admitPlace.judge(looked);
    expect(lookups).toHaveLength(2);
    expect(same.sources).toMatchObject([{ id: 7, keys: ['data'] }]);
  });

  it('forgets what it found of a source that points elsewhere since', async () => {
    let row = other;
    const { admitPlace } = scene(() => row);
    const looked = await admitPlace.look(caller, place);
    row = { ...other, connection: { ...server, host: 'three.example' } };
    await expect(admitPlace.judge(looked)).resolves.toMatchObject({ sources: [] });
  });

  it('judges by what is stored of a source that comes under policies since', async () => {
    let isProtected = false;
    const { admitPlace, lookups } = scene(
      () => ({ ...other, keys: ['data'] }),
      () => isProtected,
    );
    const looked = await admitPlace.look(caller, place);
    isProtected = true;
    await expect(admitPlace.judge(looked)).rejects.toThrow(DataUnderPolicies);
    expect(lookups).toEqual(['one.example']);
  });
});

function scene(row: () => SeenSource, isProtected = () => true) {
  const lookups: string[] = [];
  const known = { comparable: async () => [row()], remembered: async () => [] } as unknown as KnownData;
  const policies = {
    lock: async () => {},
    protectedAmong: async (_: number, ids: readonly number[]) => (isProtected() ? ids : []),
  } as unknown as SourcePolicies;
  const targets = {
    dataKeysOf: async ({ connection }: Pick<Place, 'connection'>) => {
      lookups.push('host' in connection ? connection.host : connection.file);
      return ['data'];
    },
  } as unknown as Targets;
  const requireGrant = { execute: async () => {} } as unknown as RequireGrant;
  const findSameData = new FindSameData(known, policies, targets);
  return { admitPlace: new AdmitPlace(requireGrant, targets, findSameData, known, policies), lookups };
}
