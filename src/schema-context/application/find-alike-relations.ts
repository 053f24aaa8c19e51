import { Injectable } from '@nestjs/common';
import type { Scope } from '../../catalog/application/open-schema.js';
import { Embeddings } from './ports/embeddings.js';
import { RelationVectors } from './ports/relation-vectors.js';
import type { Found } from '../../catalog/application/open-schema.js';

/** More of them would say little: every relation is somewhat like every question. */
const MOST = 30;

/** Finds the relations whose names and comments come closest in meaning to a question, by a server of embeddings. */
@Injectable()
export class FindAlikeRelations {
  constructor(
    private readonly embeddings: Embeddings,
    private readonly vectors: RelationVectors,
  ) {}

  /** Finds nothing without such a server, or if it does not answer in time. */
  async execute(scope: Scope, question: string): Promise<readonly Found[]> {
    const { model } = this.embeddings;
    if (model === null || question.trim() === '') return [];
    // The question leaves the service only if there is something to compare it with.
    if (!(await this.vectors.has(scope, model))) return [];
    const vector = await this.embeddings.ofQuestion(question);
    return vector === null ? [] : this.vectors.nearest(scope, model, vector, MOST);
  }
}
