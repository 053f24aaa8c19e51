import { Injectable } from '@nestjs/common';
import { type DataSource, EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { Clock } from '../../shared/ports/clock.js';
import { storable } from '../../shared/storable.js';
import { ModelNotConfigured } from '../domain/query.errors.js';
import { ReadSight } from '../../statements/application/read-sight.js';
import { Executions } from './ports/executions.js';
import { LanguageModel } from './ports/language-model.js';

export interface BegunQuestion {
  readonly executionId: number;
  readonly startedAt: Date;
  /** What policies let the person see when they asked. */
  readonly sight: string | null;
}

/** Admits a question in words to a data source, and records it. */
@Injectable()
export class BeginQuestion {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly model: LanguageModel,
    private readonly executions: Executions,
    private readonly readSight: ReadSight,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, ModelNotConfigured: nothing was begun */
  async admit(caller: Caller, dataSourceId: number): Promise<DataSource> {
    // The answer of the model shows parts of the schema, so the caller must be allowed to see it.
    const source = await this.enterDataSource.withEach(caller, ['query.run', 'data_source.read'], dataSourceId);
    if (!this.model.isConfigured) throw new ModelNotConfigured();
    return source;
  }

  /** For an admitted question. The caller of this has to answer it and record its end. */
  async execute(caller: Caller, source: DataSource, question: string): Promise<BegunQuestion> {
    const { organizationId, id: dataSourceId } = source;
    const sight = await this.readSight.execute(caller, { ...source, dataSourceId });
    const startedAt = this.clock.now();
    const executionId = await this.executions.begin({
      organizationId,
      userId: caller.userId,
      dataSourceId,
      templateId: null,
      templateVersion: null,
      savedQuestionId: null,
      parameters: null,
      sql: null,
      question: storable(question),
      sight,
      startedAt,
    });
    return { executionId, startedAt, sight };
  }
}
