import { describe, expect, it } from '@jest/globals';
import { MalformedJson } from './malformed-json.js';

describe('a body that is no JSON', () => {
  it.each([
    ['{"a":1,}', ': it goes wrong at line 1, column 8.'],
    ['{\n  "a": 1 // one\n}', ': it goes wrong at line 2, column 10.'],
    ['{"a":1', ': it ends too early.'],
    ['{"a":"x', ': it ends too early.'],
    ['{} {}', ': it goes wrong at line 1, column 4.'],
    ['null', ': it must be an object or an array.'],
    ['"secret"', ': it must be an object or an array.'],
    ['{"a":secret}', '.'],
  ])('%j is answered with its place, and none of its words', (body, place) => {
    let message: unknown = 'Unexpected token';
    try {
      JSON.parse(body);
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(new MalformedJson({ message, body }).message).toBe(`The request body is not well-formed JSON${place}`);
  });
});
