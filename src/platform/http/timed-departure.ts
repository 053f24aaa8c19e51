import { Injectable } from '@nestjs/common';
import type { RequestHandler, Response } from 'express';
import { Departure } from '../../shared/ports/departure.js';

/**
 * How this instance leaves: it announces it first, still accepts what comes, and then gives the work in progress some
 * time.
 */
@Injectable()
export class TimedDeparture extends Departure {
  private readonly underWay = new Set<Response>();
  private patience: Promise<void> = Promise.resolve();
  private isAnnounced = false;
  private count = 0;

  /** How many requests came; who only asks how this instance is does not count. */
  get requests(): number {
    return this.count;
  }

  /** Whether load balancers should stop sending requests here. */
  get hasBegun(): boolean {
    return this.isAnnounced;
  }

  /** From now on each answer ends its connection, so that the next request goes to another instance. */
  announce(): void {
    this.isAnnounced = true;
    for (const response of this.underWay) closeAfter(response);
  }

  /** The work in progress may continue this long. */
  giveTime(milliseconds: number): void {
    this.patience = new Promise((over) => {
      setTimeout(over, milliseconds).unref();
    });
  }

  override async allow(work: Promise<unknown>): Promise<void> {
    await Promise.race([work.catch(() => undefined), this.patience]);
  }

  /** The first middleware that a request meets. */
  readonly watch: RequestHandler = (request, response, next) => {
    if (!request.url.startsWith('/health/')) this.count += 1;
    this.underWay.add(response);
    response.once('close', () => this.underWay.delete(response));
    if (this.isAnnounced) closeAfter(response);
    next();
  };
}

function closeAfter(response: Response): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
