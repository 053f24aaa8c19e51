import { describe, expect, it } from '@jest/globals';
import { nameWordsOf, soughtWords } from './name-words.js';

describe('the words of a name', () => {
  it.each([
    ['Inés  García-Núñez', 'ines garcia nunez'],
    ['Ｏlivia O’Brien', 'olivia o brien'],
    ['王小明', '王小明'],
    ['नेहा', 'नेहा'],
    ['✨', ''],
  ])('of "%s" are "%s"', (name, words) => {
    expect(nameWordsOf(name)).toBe(words);
  });
});

describe('what a search looks for', () => {
  it.each([
    ['olivia@delta.example', [['olivia'], ['delta'], ['example']]],
    ['  Núñ ana ANA', [['núñ', 'nun'], ['ana']]],
    ['Anna@München.example', [['anna'], ['xn'], ['mnchen'], ['3ya'], ['example']]],
    ['@ - %_', []],
    ['a b c d e f g h i j', [['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g'], ['h']]],
  ])('for "%s" are %j', (search, words) => {
    expect(soughtWords(search)).toEqual(words);
  });
});
