import { Injectable } from '@nestjs/common';
import { ClassificationTurns } from './ports/classification-turns.js';

/** For callers that look at all members outside any unit of work: they wait in the same queue as plans. */
@Injectable()
export class TakeClassificationTurn {
  constructor(private readonly turns: ClassificationTurns) {}

  /** @throws Unavailable when too many callers of the organization wait already */
  execute<T>(organizationId: number, work: () => Promise<T>): Promise<T> {
    return this.turns.take(organizationId, work);
  }
}
