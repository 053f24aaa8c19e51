import { Injectable } from '@nestjs/common';
import { ClassificationTurns } from './ports/classification-turns.js';

/** For those who look at everybody outside any unit of work: their looks wait in the same line as plans do. */
@Injectable()
export class TakeClassificationTurn {
  constructor(private readonly turns: ClassificationTurns) {}

  /** @throws Unavailable when too many of the organization wait already */
  execute<T>(organizationId: number, work: () => Promise<T>): Promise<T> {
    return this.turns.take(organizationId, work);
  }
}
