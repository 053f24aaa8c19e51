import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { HttpException } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { FairQueue } from '../../shared/fair-queue.js';
import { networkOf, partiesOf } from '../../shared/network.js';
import { jsonBody } from './json-body.js';
import { currentOrigin } from './request-context.js';

/** Names, passwords, codes and the answers of passkeys fit many times over. */
const LIMITS = { bytes: 16 * 1024, values: 1_000 };
const DEADLINE_MS = 5_000;
const BODIES_OF_ONE = 64;

/**
 * For routes to which a stranger sends a few fields. Until its body has arrived, a request waits in no line and holds no place that others
 * need: a client that sends a body byte by byte delays at most a few other bodies of the same network, each for a few seconds. Afterwards
 * one begins in each turn of the event loop: several at once would make each turn so long that other clients fall further and further
 * behind.
 */
export function smallBody(deadlineMs = DEADLINE_MS): RequestHandler {
  const parse = jsonBody(LIMITS);
  const bodies = new FairQueue(Infinity, undefined, undefined, BODIES_OF_ONE);
  const beginnings = new FairQueue(1);
  return (request, response, next) => {
    const { ip = null, gone } = currentOrigin() ?? {};
    const party = partiesOf(networkOf(ip));
    const begin = (): Promise<unknown> => {
      next();
      return nextTurnOfLoop();
    };
    bodies
      .run(party, () => arrival(parse, request, response, deadlineMs), gone)
      .then(() => beginnings.run(party, begin, gone))
      .catch(next);
  };
}

/** @throws HttpException 408 when the body does not arrive in time, and what the parser throws */
function arrival(parse: RequestHandler, request: Request, response: Response, deadlineMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      // RFC 9110 section 15.5.9: the rest of the body no longer belongs to any request.
      response.setHeader('Connection', 'close');
      reject(new HttpException('too slow', 408));
    }, deadlineMs);
    void parse(request, response, (error?: Error | 'route' | 'router') => {
      clearTimeout(late);
      if (error instanceof Error) reject(error);
      else resolve();
    });
  });
}
