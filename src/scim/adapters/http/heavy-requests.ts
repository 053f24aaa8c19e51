import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FairQueue } from '../../../shared/fair-queue.js';
import type { Provisioner } from '../../domain/provisioner.js';

/** Together they hold tens of megabytes each while they run, and one connection to the database. */
const AT_ONCE = 6;
const AT_ONCE_OF_ONE = 2;
const LONGEST_LINE = 100;
const LONGEST_WAIT = 1_000;
const LIGHT_BYTES = 1024 * 1024;

/**
 * Bulk requests and large bodies, a few at a time before they are read, and of one organization fewer still: one that sends dozens of
 * ten megabytes waits for itself, and neither memory nor connections run out for the others.
 */
@Injectable()
export class HeavyRequests {
  private readonly queue = new FairQueue(AT_ONCE, LONGEST_LINE, LONGEST_WAIT, AT_ONCE_OF_ONE);

  /** `proceed` is called at once or in turn, and not at all for who has left by then. @throws Unavailable when the line is full */
  admit(request: Request, response: Response, provisioner: Provisioner, proceed: () => void): Promise<void> {
    if (!isHeavy(request)) return Promise.resolve(proceed());
    return this.queue.run(
      String(provisioner.organizationId),
      () =>
        new Promise<void>((done) => {
          if (response.destroyed) return done();
          response.once('close', done);
          proceed();
        }),
    );
  }
}

/** Of a body in chunks nobody knows the size before it has been read. */
function isHeavy(request: Request): boolean {
  const length = Number(request.get('content-length') ?? Infinity);
  const isSized = request.get('transfer-encoding') === undefined && request.get('content-encoding') === undefined;
  const hasBody = !isSized || request.get('content-length') !== undefined;
  return hasBody && (!isSized || length > LIGHT_BYTES || /^\/bulk\/?$/i.test(request.path));
}
