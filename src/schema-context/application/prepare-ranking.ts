import { Injectable } from '@nestjs/common';
import { DomainError } from '../../shared/domain-error.js';
import { OpenSchema } from '../../catalog/application/open-schema.js';
import { Faults } from '../../shared/ports/faults.js';
import { SchemaIndexes } from './ports/schema-indexes.js';

/** Makes the index of a schema that has just been read here, so that the first question about it need not wait for that. */
@Injectable()
export class PrepareRanking {
  private lastTurn: Promise<void> = Promise.resolve();

  constructor(
    private readonly openSchema: OpenSchema,
    private readonly indexes: SchemaIndexes,
    private readonly faults: Faults,
  ) {}

  /**
   * One at a time, so that a question about another source waits for one of these at most. Never throws.
   * @param isOver is asked when its turn has come: no question comes after the end
   */
  execute(dataSourceId: number, isOver: () => boolean): Promise<void> {
    this.lastTurn = this.lastTurn.then(() => (isOver() ? undefined : this.prepare(dataSourceId)));
    return this.lastTurn;
  }

  private async prepare(dataSourceId: number): Promise<void> {
    try {
      const { scope } = await this.openSchema.execute(dataSourceId, null);
      await this.indexes.of(scope);
    } catch (error) {
      // The source has been deleted. Whatever else fails here, the first question makes the index.
      if (!(error instanceof DomainError)) this.faults.report(error, 'the index of a schema could not be made');
    }
  }
}
