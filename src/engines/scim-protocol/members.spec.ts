import { describe, expect, it } from '@jest/globals';
import { parseFilter } from './filter/parse-filter.js';
import { type MemberChange, joinedChanges } from './members.js';

const add = (...ids: string[]): MemberChange => ({ kind: 'add', members: ids.map((value) => ({ value })) });
const remove = (...values: string[]): MemberChange => ({ kind: 'remove', values });
const ALL: MemberChange = { kind: 'remove', values: null };
const FOUND: MemberChange = { kind: 'remove', values: parseFilter('display sw "a"') };
const REPLACED: MemberChange = { kind: 'replace', members: [{ value: 'd' }] };

describe('changes of members', () => {
  it.each<[string, MemberChange[], MemberChange[]]>([
    ['there are none', [], []],
    ['additions in a row are one', [add('a'), add('b'), add('c', 'a')], [add('a', 'b', 'c', 'a')]],
    ['removals in a row are one', [remove('a'), remove('b')], [remove('a', 'b')]],
    ['a removal between additions keeps its place', [add('a'), remove('a'), add('a')], [add('a'), remove('a'), add('a')]],
    ['all others stand for themselves', [REPLACED, REPLACED, ALL, ALL], [REPLACED, REPLACED, ALL, ALL]],
    ['a filter is no id', [remove('a'), FOUND, FOUND, remove('b')], [remove('a'), FOUND, FOUND, remove('b')]],
  ])('%s', (_, changes, joined) => expect(joinedChanges(changes)).toEqual(joined));
});
