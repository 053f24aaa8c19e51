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
 * For routes that a stranger sends a few fields to. A request stands in no line and holds no place that others wait for before
 * its body is there: whoever sends a body byte by byte keeps at most a few other bodies of the same network waiting, and each
 * for a few seconds. Afterwards one begins in each turn of the event loop: a few at once would make every turn of a storm so
 * long that whoever asks for something else, and has a turn to wait for each of their requests, falls further and further behind.
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

/** @throws HttpException 408 when the body is not there in time, and what the parser throws */
function arrival(parse: RequestHandler, request: Request, response: Response, deadlineMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      // RFC 9110 section 15.5.9: what is still on its way belongs to no request any more.
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
