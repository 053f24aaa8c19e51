import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { ContextText } from '../domain/context-text.js';
import { DDL } from '../domain/ddl.js';
import { M_SCHEMA } from '../domain/m-schema.js';
import { termsOf } from '../domain/question.js';
import { asTold } from '../domain/told-types.js';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import type { Annotations } from '../domain/annotations.js';
import { tokensOf } from '../../shared/tokens.js';
import { type DataSource, EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { type Found, OpenSchema, type Scope } from '../../catalog/application/open-schema.js';
import { SeeSchema, type VisibleColumns, countHidden, visiblePart } from '../../catalog/application/see-schema.js';
import { AnnotateSchema } from './annotate-schema.js';
import { SchemaRanking } from './ports/schema-ranking.js';
import { RankRelations } from './rank-relations.js';
import { ReadableRelations } from './readable-relations.js';

/** No table in full is shorter than this, no column than a third of it. */
const LEAST_TOKENS_OF_TABLE = 12;
const LEAST_TOKENS_OF_COLUMN = 4;
/** Read together: as many as keep the thread busy for some milliseconds. */
const CHUNK = 40;
/** After this many in a row that did not fit, the budget counts as used up. */
const PATIENCE = 5;
const MOST_NAMES = 100;

export interface SchemaContext {
  readonly text: string;
  /** The estimate for `text`; never more than was asked for. */
  readonly tokenEstimate: number;
  readonly tablesIncluded: readonly { readonly schema: string; readonly name: string }[];
  /** Tables whose keys and a few columns alone are included. */
  readonly tablesInShort: readonly { readonly schema: string; readonly name: string }[];
  readonly tablesLeftOut: {
    readonly count: number;
    /** The most telling first, a hundred at most. */
    readonly names: readonly { readonly schema: string; readonly name: string }[];
  };
  /** `all`: nothing is left out, no column either; `ranked`: the most telling tables; `names_only`: not one table had room. */
  readonly level: 'all' | 'ranked' | 'names_only';
  readonly discoveredAt: Date;
}

export interface WantedContext {
  readonly schemaName: string | null;
  readonly question: string | null;
  /** 100 to 100,000 */
  readonly maxTokens: number;
  readonly format: 'ddl' | 'mschema';
}

interface Shown {
  /** `null`: everything. */
  readonly visible: VisibleColumns | null;
  readonly annotations: Annotations;
}

/** Writes what a language model should know of a schema to answer a question, within a budget of tokens. */
@Injectable()
export class ComposeContext {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly openSchema: OpenSchema,
    private readonly ranking: SchemaRanking,
    private readonly rankRelations: RankRelations,
    private readonly readable: ReadableRelations,
    private readonly seeSchema: SeeSchema,
    private readonly annotate: AnnotateSchema,
  ) {}

  /**
   * Contains nothing that the connected role may not read, and nothing that policies hide from the caller.
   * @throws Forbidden, NotFound, SchemaNotDiscovered, SchemaNotFound
   */
  async execute(input: WantedContext & { caller: Caller; dataSourceId: number }): Promise<SchemaContext> {
    const { caller, dataSourceId } = input;
    return this.of(caller, await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId), input);
  }

  /** The same of a source that the caller has entered with `data_source.read` a moment ago. @throws SchemaNotDiscovered, SchemaNotFound */
  async of(caller: Caller, source: DataSource, input: WantedContext): Promise<SchemaContext> {
    const { schemaName, maxTokens } = input;
    const { snapshot, schemas, scope } = await this.openSchema.execute(source.id, schemaName);
    const visible = await this.seeSchema.execute(caller, source);
    const text = input.question ?? '';
    const question = { text, terms: termsOf(text) };
    const annotations = await this.annotate.execute(caller, source, visible);
    const format = input.format === 'ddl' ? DDL : M_SCHEMA;
    const blank = (): ContextText => new ContextText(format, source, maxTokens, question.terms, annotations.hasSamples);
    const shown: Shown = { visible, annotations };
    const hidden = visible === null ? 0 : countHidden(schemas, visible);
    const { relations: readable, inOrder } = await this.ranking.measure(scope, {
      ofRelation: LEAST_TOKENS_OF_TABLE,
      ofColumn: LEAST_TOKENS_OF_COLUMN,
      // Hidden relations take no room.
      ofAll: maxTokens + hidden * LEAST_TOKENS_OF_TABLE,
    });
    const relations = readable - hidden;
    let context = blank();
    let ranked: readonly Found[] = [];
    if (inOrder !== null) {
      ranked = inOrder;
      await this.fill(scope, shown, ranked, 1, (relation) => context.addWhole(relation));
    }
    if (context.included.length < relations) {
      context = blank();
      ranked = await this.fillRanked(scope, shown, question, context, Math.max(MOST_NAMES, Math.ceil(maxTokens / 3)));
    }
    const { included } = context;
    const leftOut = leftOutOf(ranked, context, visible);
    const count = relations - included.length;
    const written = context.finish(leftOut, count);
    return {
      text: written,
      tokenEstimate: tokensOf(written),
      tablesIncluded: included,
      tablesInShort: context.inShort,
      tablesLeftOut: { count, names: leftOut.slice(0, MOST_NAMES).map(({ schema, name }) => ({ schema, name })) },
      level: count === 0 && !context.isAbridged ? 'all' : included.length > 0 ? 'ranked' : 'names_only',
      discoveredAt: snapshot.discoveredAt,
    };
  }

  /** @param most how many at most that the question is not about @returns the relations in the order in which they were tried */
  private async fillRanked(
    scope: Scope,
    shown: Shown,
    question: { readonly text: string; readonly terms: readonly string[] },
    context: ContextText,
    most: number,
  ): Promise<readonly Found[]> {
    const add = (relation: Relation): boolean => context.add(relation);
    const telling = await this.rankRelations.execute(scope, question, shown.annotations);
    const misses = await this.fill(scope, shown, telling, PATIENCE, add);
    // Mostly a question is about more relations than have room, and then nothing else need be ranked.
    const wanted = Math.max(MOST_NAMES, context.mostNames);
    if (misses >= PATIENCE && leftOutOf(telling, context, shown.visible).length >= wanted) return telling;
    const rest = await this.rankRelations.rest(scope, telling, most);
    if (misses < PATIENCE) await this.fill(scope, shown, rest, PATIENCE, add, misses);
    return [...telling, ...rest];
  }

  /** @returns how many in a row did not fit at the end */
  private async fill(
    scope: Scope,
    { visible, annotations }: Shown,
    ranked: readonly Found[],
    patience: number,
    add: (relation: Relation) => boolean,
    missesBefore = 0,
  ): Promise<number> {
    let misses = missesBefore;
    for (let at = 0; at < ranked.length; at += CHUNK) {
      for (const relation of await this.readable.execute(scope, ranked.slice(at, at + CHUNK))) {
        const seen = visible === null ? relation : visiblePart(relation, visible);
        if (seen === null) continue;
        misses = add(asTold(annotations.on(seen))) ? 0 : misses + 1;
        if (misses >= patience) return misses;
      }
    }
    return misses;
  }
}

function leftOutOf(ranked: readonly Found[], { included }: ContextText, visible: VisibleColumns | null): readonly Found[] {
  const names = new Set(included.map(({ schema, name }) => JSON.stringify([schema, name])));
  const isLeftOut = (place: string): boolean => !names.has(place) && visible?.get(place) !== null;
  return ranked.filter(({ schema, name }) => isLeftOut(JSON.stringify([schema, name])));
}
