import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../shared/caller.js';
import { SameDataScene, sourceAt } from '../../../test/support/same-data-scene.js';
import { DataNotCompared, DataUnderPolicies } from '../domain/data-source.errors.js';
import type { Place, RememberedData } from '../domain/same-data.js';

const caller = { userId: 1 } as Caller;
const place: Place = { ...sourceAt('one.example'), id: null };
const left: RememberedData = {
  id: 3,
  organizationId: 1,
  sourceName: 'Gone',
  engine: 'postgresql',
  place: 'gone.example:5432/shop',
  connection: { host: 'gone.example', port: 5432, database: 'shop' },
  keys: ['gone.example'],
  isFound: true,
  rememberedBy: null,
  rememberedAt: new Date(0),
};

describe('the admission of a place', () => {
  let scene: SameDataScene;
  beforeEach(() => {
    scene = new SameDataScene();
    scene.names.set('one.example', 'data');
    scene.names.set('two.example', 'data');
    scene.names.set('other.example', 'other data');
  });

  it('looks up no name while policies are locked, and keeps what it found before', async () => {
    scene.isGranted = true;
    scene.others = [sourceAt('two.example')];
    const looked = await scene.admitPlace.look(caller, place);
    expect(scene.lookups).toEqual(['one.example', 'two.example']);
    const same = await scene.admitPlace.judge(looked);
    expect(scene.lookups).toHaveLength(2);
    expect(same.sources).toMatchObject([{ id: 7, keys: ['two.example', 'data'] }]);
  });

  it('keeps, too, that it found other data', async () => {
    scene.others = [sourceAt('other.example')];
    const looked = await scene.admitPlace.look(caller, place);
    await expect(scene.admitPlace.judge(looked)).resolves.toMatchObject({ sources: [] });
  });

  it('forgets what it found of a source that points elsewhere since', async () => {
    scene.isGranted = true;
    scene.others = [sourceAt('two.example')];
    const looked = await scene.admitPlace.look(caller, place);
    scene.others = [sourceAt('three.example')];
    await expect(scene.admitPlace.judge(looked)).resolves.toMatchObject({ sources: [] });
  });

  it('judges by what is stored and written of a source that comes under policies since', async () => {
    scene.protectedIds = () => [];
    scene.others = [sourceAt('two.example', { keys: ['data'] })];
    const looked = await scene.admitPlace.look(caller, place);
    scene.protectedIds = (ids) => ids;
    const judged = () => scene.admitPlace.judge(looked);
    await expect(judged()).rejects.toThrow(DataUnderPolicies);
    scene.others = [sourceAt('one.example')];
    await expect(judged()).rejects.toThrow(DataUnderPolicies);
    scene.others = [sourceAt('two.example')];
    await expect(judged()).rejects.toThrow(DataNotCompared);
    expect(scene.lookups).toEqual(['one.example']);
  });

  describe('where a name cannot be looked up', () => {
    const admitted = async (): Promise<unknown> =>
      scene.admitPlace.look(caller, place).then(
        () => 'admitted',
        ({ code, message }) => [code, message],
      );

    it('refuses what may be the data of a protected source that was never found', async () => {
      scene.others = [sourceAt('down.example')];
      expect(await admitted()).toEqual(['DATA_NOT_COMPARED', expect.stringContaining('data source 7, which cannot')]);
      scene.isGranted = true;
      expect(await admitted()).toBe('admitted');
    });

    it('admits it where that source was found before, elsewhere', async () => {
      scene.others = [sourceAt('down.example', { keys: ['down.example', 'other data'] })];
      expect(await admitted()).toBe('admitted');
      scene.others = [sourceAt('down.example', { keys: ['down.example', 'data'] })];
      expect(await admitted()).toEqual(['DATA_UNDER_POLICIES', expect.anything()]);
    });

    it('admits it where no policy is about that source', async () => {
      scene.others = [sourceAt('down.example')];
      scene.protectedIds = () => [];
      expect(await admitted()).toBe('admitted');
    });

    it.each([
      ['a protected source', () => (scene.others = [sourceAt('other.example')])],
      ['data that was protected', () => (scene.remembered = [left])],
    ])('refuses a place that cannot be found itself beside %s', async (_, protect) => {
      scene.names.delete('one.example');
      expect(await admitted()).toBe('admitted');
      protect();
      expect(await admitted()).toEqual(['DATA_NOT_COMPARED', expect.stringContaining('of this connection cannot')]);
    });

    it('refuses what may be data that was left before it was ever found, until a person releases that', async () => {
      scene.remembered = [{ ...left, isFound: false }];
      expect(await admitted()).toEqual(['DATA_NOT_COMPARED', expect.stringContaining('to release it')]);
      scene.isGranted = true;
      expect(await admitted()).toBe('admitted');
      scene.isGranted = false;
      scene.remembered = [];
      expect(await admitted()).toBe('admitted');
    });

    it.each([
      ['another port', { connection: { host: 'gone.example', port: 5433, database: 'shop' } }],
      ['another engine', { engine: 'mysql' as const }],
    ])('does not take data behind %s for it', async (_, more) => {
      scene.remembered = [{ ...left, ...more, isFound: false }];
      expect(await admitted()).toBe('admitted');
    });

    it('does not take data of another engine for it', async () => {
      scene.names.delete('one.example');
      scene.remembered = [{ ...left, engine: 'sqlite' }];
      expect(await admitted()).toBe('admitted');
    });

    it('goes by what is written where that is the same', async () => {
      scene.names.clear();
      scene.others = [sourceAt('one.example')];
      expect(await admitted()).toEqual(['DATA_UNDER_POLICIES', expect.anything()]);
    });
  });
});
