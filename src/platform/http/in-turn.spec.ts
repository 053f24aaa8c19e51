import { describe, expect, it } from '@jest/globals';
import type { Request, RequestHandler, Response } from 'express';
import { inTurn } from './in-turn.js';

describe('inTurn', () => {
  const run = (...handlers: RequestHandler[]): Promise<unknown> =>
    new Promise((resolve) => void inTurn(...handlers)({} as Request, {} as Response, (error?: unknown) => resolve(error)));
  const pass: RequestHandler = (_request, _response, next) => next();
  const unreached: RequestHandler = () => {
    throw new Error('It was reached.');
  };

  it('ends with the first error, whether it is passed on, thrown, or thrown later behind one that waits', async () => {
    const wrong = new Error('wrong');
    const fail: RequestHandler = () => {
      throw wrong;
    };
    expect(await run(pass, (_request, _response, next) => next(wrong), unreached)).toBe(wrong);
    expect(await run(pass, fail, unreached)).toBe(wrong);
    expect(await run((_request, _response, next) => void setImmediate(next), fail, unreached)).toBe(wrong);
  });

  it('calls them in their order, and then what follows', async () => {
    const called: number[] = [];
    const note =
      (number: number): RequestHandler =>
      (_request, _response, next) => {
        called.push(number);
        next();
      };
    expect(await run(note(1), note(2), note(3))).toBeUndefined();
    expect(called).toEqual([1, 2, 3]);
    expect(await run()).toBeUndefined();
  });
});
