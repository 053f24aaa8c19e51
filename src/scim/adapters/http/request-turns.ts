import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { FairQueue } from '../../../shared/fair-queue.js';
import type { Provisioner } from '../../domain/provisioner.js';

/** Bulk requests and large bodies: they hold tens of megabytes each while they run. */
const HEAVY = { atOnce: 6, ofOne: 2, longestLine: 100 };
/** All others; an organization gets no more than half of the connections to the database that there usually are. */
const LIGHT = { atOnce: 64, ofOne: 10, longestLine: 1_000 };
const LONGEST_WAIT_MS = 4_000;
const LIGHT_BYTES = 1024 * 1024;

/**
 * Requests are taken up a few at a time for each organization, before their bodies are read: an organization that sends
 * dozens of ten megabytes, or filters that keep the database busy for half a minute, waits for itself, and neither
 * memory nor connections run out for others.
 */
@Injectable()
export class RequestTurns {
  private readonly heavy = new FairQueue(HEAVY.atOnce, HEAVY.longestLine, LONGEST_WAIT_MS, HEAVY.ofOne);
  private readonly light = new FairQueue(LIGHT.atOnce, LIGHT.longestLine, LONGEST_WAIT_MS, LIGHT.ofOne);

  /**
   * `proceed` is called at once or in turn, and never for a client that has left by then. @throws Unavailable when the
   * line is full
   */
  admit(request: Request, response: Response, provisioner: Provisioner, proceed: () => void): Promise<void> {
    const queue = isHeavy(request) ? this.heavy : this.light;
    return queue.run(
      String(provisioner.organizationId),
      () =>
        new Promise<void>((done) => {
          if (response.destroyed) return done();
          response.once('close', done);
          proceed();
        }),
      currentOrigin()?.gone,
    );
  }
}

/** The size of a body in chunks is unknown before it has been read. */
function isHeavy(request: Request): boolean {
  const length = Number(request.get('content-length') ?? Infinity);
  const isSized = request.get('transfer-encoding') === undefined && request.get('content-encoding') === undefined;
  const hasBody = !isSized || request.get('content-length') !== undefined;
  return hasBody && (!isSized || length > LIGHT_BYTES || /^\/bulk\/?$/i.test(request.path));
}
