import { Injectable } from '@nestjs/common';
import { ReadsPartly } from './reads-partly.js';
import type { Caller } from '../../shared/caller.js';
import { type HiddenNames, type TextForm, WITHHELD, namesHidden } from '../domain/hidden-names.js';
import { VALUES_WITHHELD, holdsLiteral, readsMasked, readsPart } from '../domain/hidden-values.js';
import { DataPolicies, type KeptPlace } from './ports/data-policies.js';

/**
 * Whose values a text holds: of the reader, who wrote it; of people who wrote it for all to read; of another person's work; or of a
 * model, which wrote it for the reader at a time when policies let them see that (`DataPolicies.sightOf`).
 */
export type Origin = 'reader' | 'published' | 'another' | { readonly sight: string | null };

/** @returns why the person does not get the text to read; `null` if they do */
export type JudgeText = (text: string, form: TextForm, origin: Origin) => Promise<string | null>;

/** Texts about a data source were kept while other policies were in force, or for other people: who reads one now is judged now. */
@Injectable()
export class JudgeKeptText {
  constructor(
    private readonly dataPolicies: DataPolicies,
    private readonly readsPartly: ReadsPartly,
  ) {}

  /** @throws what `DataPolicies` throws, as the judge does */
  async execute(caller: Caller, { organizationId, dataSourceId }: KeptPlace): Promise<JudgeText> {
    const place = { organizationId, dataSourceId };
    const hidden = await this.dataPolicies.hiddenFrom(caller, place);
    let sight: Promise<string | null> | null = null;
    const isOfReader = async (origin: Origin): Promise<boolean> => {
      if (typeof origin === 'string') return origin === 'reader';
      sight ??= this.dataPolicies.sightOf(caller, place);
      return origin.sight === (await sight);
    };
    return async (text, form, origin) => {
      if (hidden === 'all' || namesHidden(text, hidden, form)) return WITHHELD;
      if (hidden.length === 0 || dataSourceId === null || (await isOfReader(origin))) return null;
      return (await this.holdsHiddenValue(dataSourceId, hidden, text, form, origin)) ? VALUES_WITHHELD : null;
    };
  }

  private async holdsHiddenValue(
    dataSourceId: number,
    hidden: readonly HiddenNames[],
    text: string,
    form: TextForm,
    origin: Origin,
  ): Promise<boolean> {
    // In words, nothing tells a value from what is said about it.
    if (form === 'words') return true;
    if (!holdsLiteral(text)) return false;
    if (origin === 'published' ? readsMasked(text, hidden, form) : readsPart(text, hidden)) return true;
    if (form === 'expression') return false;
    const about = origin === 'published' ? hidden.filter(hidesColumns) : hidden;
    return this.readsPartly.execute({ dataSourceId, text }, about, hidden);
  }
}

function hidesColumns({ columns, masked }: HiddenNames): boolean {
  return columns === null || columns.length + masked.length > 0;
}
