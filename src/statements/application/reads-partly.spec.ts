import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DescribeRelations } from '../../catalog/application/describe-relations.js';
import { ReadsPartly } from './reads-partly.js';

const RIVERS = [{ schema: 'hydro', name: 'rivers' }];

type Described = NonNullable<Awaited<ReturnType<DescribeRelations['all']>>>[number];

const view = (name: string, definition: string | null) =>
  ({ schema: 'hydro', name, kind: 'view', columns: [], primaryKey: null, definition }) as unknown as Described;

describe('texts that read relations through views', () => {
  let views: readonly Described[];
  let asked: (readonly string[])[];
  let readsPartly: ReadsPartly;

  beforeEach(() => {
    asked = [];
    views = [
      view('deep', 'SELECT a FROM middle'),
      view('middle', 'SELECT a FROM upper_one'),
      view('upper_one', 'SELECT a FROM rivers'),
      view('Übersicht', 'SELECT a FROM rivers'),
      view('harmless', 'SELECT a FROM lakes'),
      view('ring', 'SELECT a FROM ring'),
      view('unread', null),
    ];
    const all: DescribeRelations['all'] = async (_, names) => {
      asked.push(names);
      return views.filter(({ name }) => names.includes(name) || names.includes(name.toLowerCase().replace('ü', 'Ü')));
    };
    readsPartly = new ReadsPartly({ all } as DescribeRelations);
  });

  const reading = (...texts: readonly string[]) =>
    readsPartly.execute(
      1,
      texts.map((text) => ({ text, relations: RIVERS })),
      RIVERS,
    );

  it.each([
    ['SELECT a FROM deep', true],
    ['SELECT a FROM MIDDLE', true],
    ['SELECT a FROM "Übersicht"', true],
    ['SELECT a FROM unread', true],
    ['SELECT a FROM harmless JOIN ring ON true', false],
    ['SELECT a FROM nothing', false],
  ])('%s: %s', async (text, isPartly) => {
    expect(await reading(text)).toEqual([isPartly]);
  });

  it('are looked up together: as often as views lie upon each other, and each name once', async () => {
    const texts = Array.from({ length: 50 }, (_, at) => `SELECT a${at} FROM deep`);
    expect(await reading(...texts, 'SELECT 1 FROM harmless', 'SELECT a FROM middle')).toEqual([...texts.map(() => true), false, true]);
    expect(asked.map((names) => names.includes('deep'))).toEqual([true, false]);
    expect(asked.flat()).toHaveLength(new Set(asked.flat()).size);
    asked = [];
    expect(await reading()).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('say yes where views are too many to be followed', async () => {
    views = Array.from({ length: 600 }, (_, at) => view(`v${at}`, `SELECT a FROM v${at + 1}`));
    expect(await reading('SELECT a FROM v0')).toEqual([true]);
  });
});
