import { describe, expect, it } from '@jest/globals';
import { type Candidate, tableOrder } from './table-order.js';

const one = (name: string, gains: Readonly<Record<number, number>>, more: Partial<Candidate> = {}): Candidate => ({
  id: name,
  name,
  columns: 10,
  pointed: 0,
  targets: [],
  gains: new Map(Object.entries(gains).map(([term, gain]) => [Number(term), gain])),
  ...more,
});

describe('the order of the tables of a context', () => {
  it('covers every word before it covers one twice', () => {
    const candidates = [one('order', { 0: 9 }), one('order_item', { 0: 8 }, { targets: ['order'] }), one('invoice', { 1: 3 })];
    expect(tableOrder(candidates, 100)).toEqual(['order', 'invoice', 'order_item']);
  });

  it('takes the tables to which the best match points before the next match', () => {
    const candidates = [one('gauge', { 0: 9 }, { targets: ['river'] }), one('reading', { 1: 5 }), one('river', {}, { pointed: 1 })];
    expect(tableOrder(candidates, 100)).toEqual(['gauge', 'river', 'reading']);
  });

  it('takes a table to which nearly every table points after eight matches, and before what is only near them', () => {
    const matches = Array.from({ length: 9 }, (_, at) => one(`match${at}`, { [at]: 9 - at }, { targets: ['concept'] }));
    const candidates = [...matches, one('concept', {}, { pointed: 60 }), one('near', {}, { targets: ['match8'] })];
    const order = tableOrder(candidates, 100);
    expect([order.indexOf('concept'), order.indexOf('near')]).toEqual([8, 10]);
  });

  it('takes it once every word has a table if the best match points to it', () => {
    const candidates = [
      one('provider', { 0: 9 }, { targets: ['concept'] }),
      one('visit', { 1: 5 }, { targets: ['place'] }),
      one('provider_note', { 0: 8 }),
      one('concept', {}, { pointed: 60 }),
      one('place', {}, { pointed: 60 }),
    ];
    expect(tableOrder(candidates, 100)).toEqual(['provider', 'visit', 'concept', 'provider_note', 'place']);
  });

  it('covers a word that is weakly matched before it covers any other twice', () => {
    const strong = Array.from({ length: 30 }, (_, at) => one(`artist_${at}`, { 0: 9 }, { targets: ['artist'], columns: 3 }));
    const candidates = [one('artist', { 0: 9.1 }, { pointed: 30 }), ...strong, one('town', { 1: 0.1 })];
    expect(tableOrder(candidates, 100).slice(0, 2)).toEqual(['artist', 'town']);
  });

  it('takes the tables between two matches', () => {
    const candidates = [
      one('ward', { 0: 9 }),
      one('admission', { 1: 8 }, { targets: ['bed'] }),
      one('visitor', { 2: 4 }),
      one('bed', {}, { targets: ['room'], pointed: 1 }),
      one('room', {}, { targets: ['ward'], pointed: 1 }),
    ];
    expect(tableOrder(candidates, 100)).toEqual(['ward', 'admission', 'room', 'bed', 'visitor']);
  });

  it('does not follow keys to a table to which nearly every table points', () => {
    const candidates = [
      one('gauge', { 0: 9 }, { targets: ['users', 'river'] }),
      one('reading', { 1: 5 }, { targets: ['users'] }),
      one('users', {}, { pointed: 60 }),
      one('river', {}, { pointed: 1 }),
    ];
    expect(tableOrder(candidates, 100)).toEqual(['gauge', 'river', 'reading', 'users']);
  });

  it('holds back a table whose name differs from a chosen one in its first or last word, unless the question says that word', () => {
    const copies = ['order_backup', 'order_staging', 'old_order'];
    const candidates = [one('order', { 0: 9 }), ...copies.map((name) => one(name, { 0: 8 })), one('contract', { 2: 3 })];
    expect(tableOrder(candidates, 100).slice(0, 2)).toEqual(['order', 'contract']);
    const alike = [...candidates, one('order_history', { 0: 6, 2: 3 })];
    expect(tableOrder(alike, 100).slice(0, 2)).toEqual(['order', 'contract']);
    const asked = [...candidates, one('order_log', { 0: 7, 1: 6 })];
    expect(tableOrder(asked, 100).slice(0, 2)).toEqual(['order_log', 'contract']);
  });

  it('prefers a table that others reference to a table that only links, and to a table that no other references', () => {
    const link = { columns: 2, targets: ['film', 'actor'] };
    const candidates = [
      one('film_actor', { 0: 5 }, link),
      one('film_note', { 0: 5 }, { targets: ['film'] }),
      one('film', { 0: 5 }, { pointed: 6 }),
      one('actor', {}, { pointed: 1 }),
    ];
    expect(tableOrder(candidates, 100)[0]).toBe('film');
  });
});
