import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { WITHHELD, namesHidden } from '../domain/hidden-names.js';
import { DataPolicies, type KeptPlace } from './ports/data-policies.js';

/** @returns why the person does not get the text to read; `null` if they do */
export type JudgeText = (text: string, form: 'statement' | 'expression') => string | null;

/** Texts about a data source were kept while other policies were in force, or for other people: who reads one now is judged now. */
@Injectable()
export class JudgeKeptText {
  constructor(private readonly dataPolicies: DataPolicies) {}

  /** @throws what `DataPolicies` throws */
  async execute(caller: Caller, { organizationId, dataSourceId }: KeptPlace): Promise<JudgeText> {
    const hidden = await this.dataPolicies.hiddenFrom(caller, { organizationId, dataSourceId });
    return (text, form) => (hidden === 'all' || namesHidden(text, hidden, form) ? WITHHELD : null);
  }
}
