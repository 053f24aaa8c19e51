import { Injectable } from '@nestjs/common';
import type { Entry } from '../domain/entry.js';
import { Entries } from './ports/entries.js';

const MOST = { verified_pair: 3, glossary_term: 8 };

/** What a model gets besides the schema: pairs with similar questions, and glossary words that occur in this one. */
@Injectable()
export class RecallKnowledge {
  constructor(private readonly entries: Entries) {}

  /** For a data source that the caller has already entered. */
  async execute(dataSourceId: number, question: string): Promise<{ readonly pairs: readonly Entry[]; readonly terms: readonly Entry[] }> {
    const found = await this.entries.alike(dataSourceId, question, MOST);
    const pairs = found.filter(({ kind }) => kind === 'verified_pair');
    const terms = found.filter(({ kind }) => kind === 'glossary_term');
    return { pairs, terms };
  }
}
