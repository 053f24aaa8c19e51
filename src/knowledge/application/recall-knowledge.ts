import { Injectable } from '@nestjs/common';
import type { Entry } from '../domain/entry.js';
import { Entries } from './ports/entries.js';

const MOST_PAIRS = 3;
const MOST_TERMS = 8;

/** What a model gets besides the schema: pairs with similar questions, and glossary words that occur in this one. */
@Injectable()
export class RecallKnowledge {
  constructor(private readonly entries: Entries) {}

  /** For a data source that the caller has entered. */
  async execute(
    dataSourceId: number,
    question: string,
  ): Promise<{ readonly pairs: readonly Entry[]; readonly terms: readonly Entry[] }> {
    const pairs = await this.entries.alike(dataSourceId, 'verified_pair', question, MOST_PAIRS);
    const terms = await this.entries.alike(dataSourceId, 'glossary_term', question, MOST_TERMS);
    return { pairs, terms };
  }
}
