import { Injectable } from '@nestjs/common';
import type { Annotations } from '../domain/annotations.js';
import { needlesOf } from '../domain/question.js';
import { fused } from '../domain/rank-fusion.js';
import { keyOf, surroundings } from '../domain/surroundings.js';
import { type Candidate, tableOrder } from '../domain/table-order.js';
import { weightOrder } from '../domain/weight-order.js';
import { searchWords } from '../domain/word-search.js';
import { FindAlikeRelations } from './find-alike-relations.js';
import type { Scope } from '../../catalog/application/open-schema.js';
import { SchemaIndexes } from './ports/schema-indexes.js';
import { SchemaRanking } from './ports/schema-ranking.js';
import type { Found } from '../../catalog/application/open-schema.js';

/** More of them would say little, however large the schema is. */
const MOST_HITS = 300;
/** For how many hits the neighbours are looked up. */
const WITH_NEIGHBOURS = 40;

/**
 * The relations that a question is about, then what foreign keys connect with them. With embeddings, relations of
 * similar meaning are included.
 */
@Injectable()
export class RankRelations {
  constructor(
    private readonly indexes: SchemaIndexes,
    private readonly ranking: SchemaRanking,
    private readonly findAlikeRelations: FindAlikeRelations,
  ) {}

  /** @param question with its telling words @param annotations is searched as well */
  async execute(
    scope: Scope,
    question: { readonly text: string; readonly terms: readonly string[] },
    annotations: Annotations,
  ): Promise<readonly Found[]> {
    const [byWords, byMeaning] = await Promise.all([
      question.terms.length === 0 ? [] : this.telling(scope, question.terms, annotations),
      this.findAlikeRelations.execute(scope, question.text),
    ]);
    return this.withExtensionsLast(scope, both(byWords, byMeaning));
  }

  /** The rest by its weight, which does not depend on a question. */
  async rest(scope: Scope, known: readonly Found[], most: number): Promise<readonly Found[]> {
    const [schemas, rows] = await Promise.all([this.indexes.of(scope), this.ranking.rowEstimates(scope)]);
    const keys = new Set(known.map(keyOf));
    return weightOrder(schemas, rows, most).filter((one) => !keys.has(keyOf(one)));
  }

  /** Their views have so many columns with common names that many a question seems to be about them. */
  private async withExtensionsLast(scope: Scope, found: readonly Found[]): Promise<readonly Found[]> {
    const byContent = new Map((await this.indexes.of(scope)).map((schema) => [schema.contentId, schema]));
    const groups = [false, true].map((isLast) =>
      found.filter(({ contentId, ordinal }) => (byContent.get(contentId)?.at(ordinal)?.isOfExtension ?? false) === isLast),
    );
    return groups.flat();
  }

  private async telling(scope: Scope, terms: readonly string[], annotations: Annotations): Promise<readonly Found[]> {
    const schemas = await this.indexes.of(scope);
    const hits = searchWords(schemas, needlesOf(terms), MOST_HITS, annotations.words());
    const near = surroundings(schemas, hits, WITH_NEIGHBOURS);
    const byId = new Map(near.map((one) => [keyOf(one), one]));
    const gains = new Map(hits.map((hit) => [keyOf(hit), hit.gains]));
    // The best hits first, as ties are decided by that, then the neighbours.
    const ids = new Set([...gains.keys(), ...byId.keys()]);
    const candidates = [...ids].flatMap((id): Candidate[] => {
      const one = byId.get(id);
      return one === undefined ? [] : [{ ...one, id, gains: gains.get(id) ?? new Map<number, number>() }];
    });
    const relations = schemas.reduce((sum, { words }) => sum + words.relations.length, 0);
    return tableOrder(candidates, relations).flatMap((id) => byId.get(id) ?? []);
  }
}

function both(byWords: readonly Found[], byMeaning: readonly Found[]): readonly Found[] {
  if (byMeaning.length === 0) return byWords;
  const byId = new Map([...byWords, ...byMeaning].map((one) => [keyOf(one), one]));
  return fused(byWords.map(keyOf), byMeaning.map(keyOf)).flatMap((id) => byId.get(id) ?? []);
}
