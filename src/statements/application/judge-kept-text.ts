import { Injectable } from '@nestjs/common';
import { ReadsPartly } from './reads-partly.js';
import type { Caller } from '../../shared/caller.js';
import { type HiddenNames, type TextForm, WITHHELD, namesHidden } from '../domain/hidden-names.js';
import { VALUES_WITHHELD, holdsLiteral, readsMasked, readsPart } from '../domain/hidden-values.js';
import { DataPolicies, type KeptPlace } from './ports/data-policies.js';
import type { Fixed } from '../../shared/sentence.js';

export type { KeptPlace } from './ports/data-policies.js';

/**
 * Whose values a text holds: of the reader, who wrote it; of people who wrote it for all to read; of another person's work; or of a
 * model, which wrote it for the reader at a time when policies let them see that (`DataPolicies.sightOf`).
 */
export type Origin = 'reader' | 'published' | 'another' | { readonly sight: string | null };

export interface KeptText {
  readonly text: string;
  readonly form: TextForm;
  readonly origin: Origin;
}

/** Texts about a data source were kept while other policies were in force, or for other people: who reads one now is judged now. */
@Injectable()
export class JudgeKeptText {
  constructor(
    private readonly dataPolicies: DataPolicies,
    private readonly readsPartly: ReadsPartly,
  ) {}

  /**
   * All texts of an answer together: policies, and the views in statements, are asked once for them.
   * @returns of each, why the person does not get it to read; `null` if they do @throws what `DataPolicies` throws
   */
  async execute(
    caller: Caller,
    { organizationId, dataSourceId }: KeptPlace,
    texts: readonly KeptText[],
  ): Promise<readonly (Fixed | null)[]> {
    const place = { organizationId, dataSourceId };
    const hidden = await this.dataPolicies.hiddenFrom(caller, place);
    if (hidden === 'all') return texts.map(() => WITHHELD);
    const named = texts.map(({ text, form }) => (namesHidden(text, hidden, form) ? WITHHELD : null));
    if (hidden.length === 0 || dataSourceId === null) return named;
    const rest = texts.filter((_, at) => named[at] === null);
    const isOfReader = await this.readerOf(caller, place, rest);
    const asked = rest.filter((one) => !isOfReader(one));
    const holding = await this.holdingValues(dataSourceId, hidden, asked);
    return texts.map((one, at) => named[at] ?? (holding.has(one) ? VALUES_WITHHELD : null));
  }

  private async readerOf(caller: Caller, place: KeptPlace, texts: readonly KeptText[]): Promise<(text: KeptText) => boolean> {
    const isSightAsked = texts.some(({ origin }) => typeof origin !== 'string');
    const sight = isSightAsked ? await this.dataPolicies.sightOf(caller, place) : null;
    return ({ origin }) => (typeof origin === 'string' ? origin === 'reader' : origin.sight === sight);
  }

  /** @returns those that may hold a value that is hidden */
  private async holdingValues(
    dataSourceId: number,
    hidden: readonly HiddenNames[],
    texts: readonly KeptText[],
  ): Promise<ReadonlySet<KeptText>> {
    const seen = texts.map((one) => ({ one, holds: holdsValue(one, hidden) }));
    const traced = seen.flatMap(({ one, holds }) => (holds === 'perhaps' ? [one] : []));
    const about = { published: hidden.filter(hidesColumns), others: hidden };
    const partly = await this.readsPartly.execute(
      dataSourceId,
      traced.map(({ text, origin }) => ({ text, relations: origin === 'published' ? about.published : about.others })),
      hidden,
    );
    const sure = seen.flatMap(({ one, holds }) => (holds === 'yes' ? [one] : []));
    return new Set([...sure, ...traced.filter((_, at) => partly[at])]);
  }
}

/** `perhaps` where it depends on what the views in it read. */
function holdsValue({ text, form, origin }: KeptText, hidden: readonly HiddenNames[]): 'yes' | 'no' | 'perhaps' {
  // In words, nothing tells a value from what is said about it.
  if (form === 'words') return 'yes';
  if (!holdsLiteral(text)) return 'no';
  if (origin === 'published' ? readsMasked(text, hidden, form) : readsPart(text, hidden)) return 'yes';
  return form === 'expression' ? 'no' : 'perhaps';
}

function hidesColumns({ columns, masked }: HiddenNames): boolean {
  return columns === null || columns.length + masked.length > 0;
}
