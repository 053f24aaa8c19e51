import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Moment } from '../../data-sources/application/enter-data-source.js';
import { NO_FACTS, type SourceFacts } from '../../engines/catalog-reader/source-facts.js';
import { LocateRelations } from './locate-relations.js';
import type { LocatedRelation, NamedRelation, RelationNames } from './ports/relation-names.js';
import { ReadSourceFacts } from './read-source-facts.js';

const facts: SourceFacts = { ...NO_FACTS, serverVersion: '18', searchPath: ['public'] };
const ORDERS: NamedRelation = { schema: null, name: 'orders' };
const LATER = '8';

describe('what is known of a schema', () => {
  /** Of which snapshot each question was, in turn; `null`: of the current one. */
  let asked: (number | null)[];
  let found: readonly LocatedRelation[] | null;
  let folds: boolean[];
  let wanted: NamedRelation[];
  let locateRelations: LocateRelations;
  let readSourceFacts: ReadSourceFacts;
  beforeEach(() => {
    asked = [];
    folds = [];
    wanted = [];
    found = [{ schema: 'public', name: 'orders', isReadable: true }];
    const names: RelationNames = {
      locate: async (_, snapshotId, named, foldsCase) => {
        asked.push(snapshotId);
        folds.push(foldsCase);
        wanted.push(...named);
        return found && named.map(() => found ?? []);
      },
      ofSimilarLength: async () => [],
      facts: async (_, snapshotId) => {
        asked.push(snapshotId);
        return facts;
      },
    };
    locateRelations = new LocateRelations(names);
    readSourceFacts = new ReadSourceFacts(names);
  });

  const entered = (id: number | null, writing = '7') => {
    const moment: Moment = { at: new Date(), schema: id === null ? null : { id, writing }, dataPolicies: null };
    return { id: 3, engine: 'postgresql' as const, moment };
  };
  const locate = (of: Parameters<LocateRelations['execute']>[0], name = ORDERS, path = facts) => locateRelations.execute(of, [name], path);

  it('is that of the moment in which the source was entered, and is asked for once', async () => {
    expect(await locate(entered(7))).toEqual(await locate(entered(7)));
    expect(await readSourceFacts.execute(entered(7))).toEqual(await readSourceFacts.execute(entered(7)));
    expect(asked).toEqual([7, 7]);
  });

  it('is asked for again of another schema, another name and another path', async () => {
    for (const source of [entered(7), entered(8)]) await locate(source);
    await locate(entered(8), { ...ORDERS, schema: 'public' });
    await locate(entered(8), ORDERS, { ...facts, searchPath: ['sales', 'public'] });
    expect(asked).toEqual([7, 8, 8, 8]);
  });

  it('is asked for by names as the server compares them, as far as that is known', async () => {
    const source = { ...entered(7), engine: 'mysql' as const };
    const name = { schema: 'Shop', name: 'Ähren' };
    for (const nameCase of [undefined, 'any', 'lower'] as const) {
      const { nameCase: _, ...plain } = facts;
      await locate(source, name, nameCase === undefined ? plain : { ...plain, nameCase });
    }
    expect(folds).toEqual([false, true, true]);
    expect(wanted).toEqual([name, name, { schema: 'shop', name: 'ähren' }]);
  });

  it('is asked for again after a discovery that found the same schema, as the server may have changed', async () => {
    for (const source of [entered(7), entered(7, LATER)]) await readSourceFacts.execute(source);
    expect(asked).toEqual([7, 7]);
  });

  it('is that of now where nobody has entered the source', async () => {
    const { moment: _, ...plain } = entered(7);
    for (let time = 0; time < 2; time += 1) {
      await locate(plain);
      await readSourceFacts.execute(plain);
    }
    expect(asked).toEqual([null, null, null, null]);
  });

  it('is nothing before the first discovery', async () => {
    expect(await readSourceFacts.execute(entered(null))).toBeNull();
    found = null;
    await expect(locate(entered(null))).rejects.toMatchObject({ code: 'SCHEMA_NOT_DISCOVERED' });
    // It is not remembered either.
    found = [];
    expect(await locate(entered(null))).toEqual([[]]);
  });
});
