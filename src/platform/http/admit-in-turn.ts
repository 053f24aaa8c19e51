import type { RequestHandler } from 'express';
import { FairQueue } from '../../shared/fair-queue.js';
import { networkOf } from '../../shared/network.js';
import { currentOrigin } from './request-context.js';

/** Far more than can hash at once, far fewer than a storm brings. */
const AT_ONCE = 64;

/**
 * For routes whose requests wait for password hashing anyway: a thousand that arrive in one moment are taken up a few at a
 * time, before their bodies are parsed. Otherwise the event loop would begin all of them before it answered anyone else.
 */
export function admitInTurn(): RequestHandler {
  const queue = new FairQueue(AT_ONCE);
  return (_request, response, next) => {
    const answered = (): Promise<void> =>
      new Promise((done) => {
        // Its client may have left while it waited.
        if (response.destroyed) return done();
        response.once('close', done);
        next();
      });
    queue.run(networkOf(currentOrigin()?.ip ?? null), answered).catch(next);
  };
}
