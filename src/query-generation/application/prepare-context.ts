import { Injectable } from '@nestjs/common';
import { ComposeContext, type SchemaContext } from '../../schema-context/application/compose-context.js';
import { DiscoverSchema } from '../../catalog/application/discover-schema.js';
import { type DataSource, EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { DomainError } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { errorOfAborted } from '../../statements/application/run-in-turn.js';
import { ConfirmAsker } from '../../statements/application/confirm-asker.js';

/** A small schema fits as a whole; of a large one, the words of the question choose the tables. */
const MOST_TOKENS = 8_000;
const LONGEST_QUESTION = 4_000;

interface Wanted {
  readonly caller: Caller;
  readonly source: DataSource;
  /** Its words choose the tables of a large schema. */
  readonly question: string;
  readonly signal: AbortSignal;
  /** Is called if the source has to be read first, which may take a while. */
  readonly discovering: () => void;
}

export interface PreparedContext {
  /** As the caller has entered it, after all that took long. */
  readonly source: DataSource;
  readonly context: SchemaContext;
}

/** The part of a schema that a model sees. The first question to an undiscovered source discovers it. */
@Injectable()
export class PrepareContext {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly composeContext: ComposeContext,
    private readonly discoverSchema: DiscoverSchema,
    private readonly access: AccessControl,
    private readonly confirmAsker: ConfirmAsker,
  ) {}

  /** @throws SchemaNotDiscovered for a caller who may not discover it, what the signal means, and what a discovery and, after it, `ConfirmAsker` throw */
  async execute({ caller, source: asked, question, signal, discovering }: Wanted): Promise<PreparedContext> {
    const dataSourceId = asked.id;
    const about = { schemaName: null, question: question.slice(0, LONGEST_QUESTION) };
    const context = { ...about, maxTokens: MOST_TOKENS, format: 'ddl' } as const;
    // Once more: to open a turn may take long, and what is shown here also goes to the model.
    const source = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    try {
      return { source, context: await this.composeContext.of(caller, source, context) };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'SCHEMA_NOT_DISCOVERED') throw error;
      const place = { organizationId: source.organizationId, dataSourceId };
      if (!(await this.access.holds(caller, 'data_source.discover', place))) throw error;
    }
    discovering();
    const wanted = { caller, dataSourceId, schemaName: null, refresh: false, wait: true };
    await unlessAborted(this.discoverSchema.execute(wanted), signal);
    // The reading may have taken minutes, so the caller is admitted once more.
    const now = await this.confirmAsker.execute(caller, ['query.run', 'data_source.read'], dataSourceId);
    return { source: now, context: await this.composeContext.of(caller, now, context) };
  }
}

/** The reading goes on for others who wait for it. */
async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let leave = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(errorOfAborted(signal));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
