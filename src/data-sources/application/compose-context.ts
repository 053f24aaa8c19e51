import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { ContextText } from '../domain/context-text.js';
import { DDL } from '../domain/ddl.js';
import { M_SCHEMA } from '../domain/m-schema.js';
import { termsOf } from '../domain/question.js';
import type { Relation } from '../domain/relation.js';
import { tokensOf } from '../../shared/tokens.js';
import { EnterDataSource } from './enter-data-source.js';
import { OpenSchema } from './open-schema.js';
import { type Scope } from './ports/cached-schemas.js';
import { type Found, SchemaRanking } from './ports/schema-ranking.js';
import { ReadableRelations } from './readable-relations.js';

/** No table in full is shorter than this, no column than a third of it. */
const LEAST_TOKENS_OF_TABLE = 12;
const LEAST_TOKENS_OF_COLUMN = 4;
/** Read together: as many as keep the thread busy for some milliseconds. */
const CHUNK = 40;
/** After so many that did not fit, in a row, the room is as good as used up. */
const PATIENCE = 5;
const MOST_NAMES = 100;

export interface SchemaContext {
  readonly text: string;
  /** The estimate for `text`; never more than was asked for. */
  readonly tokenEstimate: number;
  readonly tablesIncluded: readonly { readonly schema: string; readonly name: string }[];
  readonly tablesLeftOut: {
    readonly count: number;
    /** The most telling first, a hundred at most. */
    readonly names: readonly { readonly schema: string; readonly name: string }[];
  };
  /** `all`: nothing is left out, no column either; `ranked`: the most telling tables; `names_only`: not one table had room. */
  readonly level: 'all' | 'ranked' | 'names_only';
  readonly discoveredAt: Date;
}

/** Writes down what a language model should know of a schema to answer a question, within a budget of tokens. */
@Injectable()
export class ComposeContext {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly openSchema: OpenSchema,
    private readonly ranking: SchemaRanking,
    private readonly readable: ReadableRelations,
  ) {}

  /**
   * Holds nothing that the role which connected may not read.
   * @param input.maxTokens 100 to 100,000
   * @throws Forbidden, NotFound, SchemaNotDiscovered, SchemaNotFound
   */
  async execute(input: {
    caller: Caller;
    dataSourceId: number;
    schemaName: string | null;
    question: string | null;
    maxTokens: number;
    format: 'ddl' | 'mschema';
  }): Promise<SchemaContext> {
    const { caller, dataSourceId, schemaName, maxTokens } = input;
    const source = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    const { snapshot, scope } = await this.openSchema.execute(dataSourceId, schemaName);
    const terms = termsOf(input.question ?? '');
    const blank = (): ContextText => new ContextText(input.format === 'ddl' ? DDL : M_SCHEMA, source, maxTokens, terms);
    const { relations, columns } = await this.ranking.measure(scope);
    let context = blank();
    let ranked: readonly Found[] = [];
    if (relations * LEAST_TOKENS_OF_TABLE + columns * LEAST_TOKENS_OF_COLUMN <= maxTokens) {
      ranked = await this.ranking.inOrder(scope, relations);
      await this.fill(scope, ranked, 1, (relation) => context.addWhole(relation));
    }
    if (context.included.length < relations) {
      context = blank();
      ranked = await this.rank(scope, terms, maxTokens);
      await this.fill(scope, ranked, PATIENCE, (relation) => context.add(relation));
    }
    const { included } = context;
    const names = new Set(included.map(({ schema, name }) => JSON.stringify([schema, name])));
    const leftOut = ranked.filter(({ schema, name }) => !names.has(JSON.stringify([schema, name])));
    const count = relations - included.length;
    const text = context.finish(leftOut, count);
    return {
      text,
      tokenEstimate: tokensOf(text),
      tablesIncluded: included,
      tablesLeftOut: { count, names: leftOut.slice(0, MOST_NAMES).map(({ schema, name }) => ({ schema, name })) },
      level: count === 0 && !context.isAbridged ? 'all' : included.length > 0 ? 'ranked' : 'names_only',
      discoveredAt: snapshot.discoveredAt,
    };
  }

  /** What the question is about, then the rest; no more than could be named. */
  private async rank(scope: Scope, terms: readonly string[], maxTokens: number): Promise<readonly Found[]> {
    const most = Math.max(MOST_NAMES, Math.ceil(maxTokens / 3));
    const telling = terms.length === 0 ? [] : await this.ranking.byTerms(scope, terms, most);
    const known = new Set(telling.map(({ contentId, ordinal }) => `${contentId}:${ordinal}`));
    const rest = await this.ranking.byWeight(scope, most);
    return [...telling, ...rest.filter(({ contentId, ordinal }) => !known.has(`${contentId}:${ordinal}`))];
  }

  private async fill(
    scope: Scope,
    ranked: readonly Found[],
    patience: number,
    add: (relation: Relation) => boolean,
  ): Promise<void> {
    let misses = 0;
    for (let at = 0; at < ranked.length; at += CHUNK) {
      for (const relation of await this.readable.execute(scope, ranked.slice(at, at + CHUNK))) {
        misses = add(relation) ? 0 : misses + 1;
        if (misses >= patience) return;
      }
    }
  }
}
