import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Rule, Violation } from '../../engines/sql-guard/judgement.js';
import type { PolicyName } from '../../shared/policy-name.js';
import type { Caller } from '../../shared/caller.js';
import { namesIn } from '../domain/names-in.js';
import { DataPolicies } from './ports/data-policies.js';

interface Refused {
  readonly caller: Caller;
  readonly source: DataSource;
  readonly sql: string;
}

/** What may be refused because policies hide a part of the source; the other rules are about the text alone. */
const BY_POLICY: readonly Rule[] = ['syntax', 'unknown_relation', 'restricted_relation'];

/** Says to people who may read policies which of them keep from them what a refused statement names. All others are told nothing. */
@Injectable()
export class NamePolicies {
  constructor(private readonly dataPolicies: DataPolicies) {}

  async inViolations(refused: Refused, violations: readonly Violation[]): Promise<readonly Violation[]> {
    if (!violations.some(({ rule }) => BY_POLICY.includes(rule))) return violations;
    const named = await this.execute(refused);
    // What the engine keeps for each row, for example, is refused wherever a relation is restricted at all.
    const isWhole = named.length === 0 && violations.some(({ rule }) => rule === 'restricted_relation');
    const policies = isWhole ? await this.execute(refused, true) : named;
    if (policies.length === 0) return violations;
    return violations.map((one) => (BY_POLICY.includes(one.rule) ? { ...one, policies } : one));
  }

  /** Of the relations that words of people or of a model name. */
  inWords(caller: Caller, source: DataSource, words: string): Promise<readonly PolicyName[]> {
    return this.execute({ caller, source, sql: words }, true);
  }

  /** @param isWhole any restriction of a relation that the statement names counts */
  execute({ caller, source, sql }: Refused, isWhole = false): Promise<readonly PolicyName[]> {
    return this.dataPolicies.behind(caller, source, namesIn(sql), isWhole);
  }
}
