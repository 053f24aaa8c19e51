import { catalogue } from '../../../i18n/texts';
import type { Relation } from '../schema/relation';

export const texts = catalogue(
  {
    demo1: 'Which gauges lie on the Danube?',
    demo2: 'Which rivers carry the most water?',
    demo3: 'Which are the largest rivers?',
    count: (table: string) => `How many rows does ${table} have?`,
    each: (table: string, target: string) => `How many rows of ${table} belong to each row of ${target}?`,
    first: (table: string) => `Show the first 10 rows of ${table}.`,
  },
  {
    demo1: 'Welche Pegel liegen an der Donau?',
    demo2: 'Durch welche Länder fließt die Donau?',
    demo3: 'Welche sind die größten Flüsse?',
    count: (table: string) => `Wie viele Zeilen hat ${table}?`,
    each: (table: string, target: string) => `Wie viele Zeilen von ${table} gehören zu jeder Zeile von ${target}?`,
    first: (table: string) => `Zeige die ersten 10 Zeilen von ${table}.`,
  },
);

type Texts = (typeof texts)['en'];

/** By its name, so that the demo's questions are offered before its schema is known. */
export const DEMO_SOURCE = 'Rivers of the world';

/** Up to three questions for a person who is new to a database, from the names of its tables, the largest table first. */
export function examplesFrom(relations: readonly Relation[], t: Texts): readonly string[] {
  const tables = relations.filter(({ readable }) => readable).toSorted((one, other) => (other.row_estimate ?? 0) - (one.row_estimate ?? 0));
  const [largest] = tables;
  if (largest === undefined) return [];
  const tied = tables.find(({ foreign_keys: [key], name }) => key !== undefined && key.target.table !== name);
  const target = tied?.foreign_keys[0]?.target.table;
  return [
    t.count(largest.name),
    ...(tied === undefined || target === undefined ? [] : [t.each(tied.name, target)]),
    t.first((tables[1] ?? largest).name),
  ];
}
