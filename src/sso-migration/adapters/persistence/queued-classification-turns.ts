import { Injectable } from '@nestjs/common';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { FairQueue } from '../../../shared/fair-queue.js';
import { ClassificationTurns } from '../../application/ports/classification-turns.js';

const AT_ONCE = 3;
const LONGEST_LINE = 50;
const LONGEST_WAIT = 500;
const AT_ONCE_OF_ONE = 1;

@Injectable()
export class QueuedClassificationTurns extends ClassificationTurns {
  private readonly queue = new FairQueue(AT_ONCE, LONGEST_LINE, LONGEST_WAIT, AT_ONCE_OF_ONE);

  take<T>(organizationId: number, work: () => Promise<T>): Promise<T> {
    return this.queue.run(String(organizationId), work, currentOrigin()?.gone);
  }
}
