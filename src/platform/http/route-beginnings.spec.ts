import { describe, expect, it } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import { compareBeginnings } from './route-beginnings.js';

interface Layers {
  readonly router: { readonly stack: readonly { match(path: string): unknown }[] };
}

const ROUTES = [
  '/',
  '/api/v1/me',
  '/api/v1/users/:user_id',
  '/api/v1/users/:user_id/x.y',
  '/api/v1/Users-of',
  '/files/*path',
  '/a{/:b}',
  '/s/',
];
const ADDRESSES = [
  ...['/', '//', '/api/v1/me', '/API/V1/Me', '/api/v1/me/', '/api/v1/me//', '//api/v1/me', '/api/v1/m', '/api/v1/mee', '/api/v1/%6de'],
  ...[
    '/api/v1/users',
    '/api/v1/users/',
    '/api/v1/users/7',
    '/api/v1/USERS/7/',
    '/api/v1/users/7/x.y',
    '/api/v1/users/7/xzy',
    '/api/v1/users-of',
  ],
  ...[
    '/files',
    '/files/',
    '/files/a/b',
    '/a',
    '/a/',
    '/a/b',
    '/A/b/c',
    '/s',
    '/s/',
    '/s//',
    '',
    'api/v1/me',
    '/\u017f',
    '/api/v1/me\u212a',
  ],
];

describe('compareBeginnings', () => {
  const nothing: RequestHandler = () => undefined;
  const layersOf = (prepare: (app: Layers) => void): Layers['router']['stack'] => {
    const app = express().enable('case sensitive routing');
    for (const path of ROUTES) app.get(path, nothing);
    app.get(/^\/expression/, nothing);
    app.use('/api', nothing);
    prepare(app as unknown as Layers);
    return (app as unknown as Layers).router.stack;
  };

  it.each(ADDRESSES)('leads %j where Express leads it', (address) => {
    const found = (prepare: (app: Layers) => void): unknown[] => layersOf(prepare).map((layer) => layer.match(address));
    expect(found(compareBeginnings)).toEqual(found(() => undefined));
  });

  it('asks no expression of a route that begins otherwise', () => {
    let asked = 0;
    const stack = layersOf((app) => {
      for (const layer of app.router.stack) {
        const match = layer.match.bind(layer);
        layer.match = (path) => {
          asked += 1;
          return match(path);
        };
      }
      compareBeginnings(app);
    });
    for (const layer of stack) layer.match('/api/v1/users/7');
    // Two routes of users, the root, the one that begins with `/a`, the expression and the middleware.
    expect(asked).toBe(6);
  });
});
