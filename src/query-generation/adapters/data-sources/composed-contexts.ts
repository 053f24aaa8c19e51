import { Injectable } from '@nestjs/common';
import { ComposeContext } from '../../../data-sources/application/compose-context.js';
import type { Caller } from '../../../shared/caller.js';
import { type SchemaContext, SchemaContexts } from '../../application/ports/schema-contexts.js';

/** A small schema fits in whole; the words of the question decide about a large one. */
const MOST_TOKENS = 8_000;
const LONGEST_QUESTION = 4_000;

@Injectable()
export class ComposedContexts extends SchemaContexts {
  constructor(private readonly composeContext: ComposeContext) {
    super();
  }

  async compose(caller: Caller, dataSourceId: number, question: string): Promise<SchemaContext> {
    return this.composeContext.execute({
      caller,
      dataSourceId,
      schemaName: null,
      question: question.slice(0, LONGEST_QUESTION),
      maxTokens: MOST_TOKENS,
      format: 'ddl',
    });
  }
}
