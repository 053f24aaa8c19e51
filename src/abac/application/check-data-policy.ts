import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { ValidationFailed } from '../../shared/domain-error.js';
import { type DataPolicyContent, cedarTextOf, isOneCondition, strayBraceIn } from '../domain/data-policy.js';
import { PolicyInvalid } from '../domain/policy.errors.js';
import { type PolicyProblem, problemAt } from '../domain/policy-problem.js';
import type { PolicyTree } from '../domain/policy-set.js';
import { FindOutdatedRules } from './find-outdated-rules.js';
import { type CheckedText, PolicyChecks } from './ports/policy-checks.js';

/** Reads what a person wrote: its condition, and its rules beside the data source as it was discovered last. */
@Injectable()
export class CheckDataPolicy {
  constructor(
    private readonly checks: PolicyChecks,
    private readonly enterDataSource: EnterDataSource,
    private readonly findOutdatedRules: FindOutdatedRules,
  ) {}

  /** @returns the condition as Cedar reads it, and what it warns of @throws Forbidden, NotFound, ValidationFailed, PolicyInvalid, Unavailable */
  async execute(
    caller: Caller,
    organizationId: number,
    content: DataPolicyContent,
  ): Promise<{ readonly tree: PolicyTree; readonly warnings: readonly PolicyProblem[] }> {
    await this.enterSource(caller, organizationId, content.dataSourceId);
    await this.rulesFit(content);
    const checked = await this.condition(organizationId, content.appliesWhen);
    if (checked.isValid) return { tree: checked.content.tree, warnings: checked.warnings };
    throw new PolicyInvalid(checked.problems);
  }

  /** @throws Forbidden, NotFound, ValidationFailed for that of another organization */
  async enterSource(caller: Caller, organizationId: number, dataSourceId: number | null): Promise<void> {
    if (dataSourceId === null) return;
    const source = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    if (source.organizationId !== organizationId)
      throw new ValidationFailed([{ field: 'data_source_id', message: 'It belongs to another organization.' }]);
  }

  /** @throws Unavailable */
  async condition(organizationId: number, appliesWhen: string | null): Promise<CheckedText> {
    const checked = await this.checks.check(organizationId, cedarTextOf(appliesWhen));
    const stray = strayBraceIn(appliesWhen ?? '');
    // What Cedar reads counts, for it knows best where a clause ends. The brace is the place, and explains other mistakes behind it.
    const isOne = checked.isValid ? isOneCondition(checked.content.tree) : stray === null;
    if (!isOne) return { isValid: false, problems: [notOne(appliesWhen ?? '', stray)] };
    // The condition begins on the second line of what was checked.
    const placed = (found: readonly PolicyProblem[]) => found.map((one) => ({ ...one, line: one.line && Math.max(1, one.line - 1) }));
    if (!checked.isValid) return { isValid: false, problems: placed(checked.problems) };
    return { ...checked, warnings: placed(checked.warnings) };
  }

  /**
   * Once more in the unit of work that writes, after `advance`: a discovery may have ended in between, and its renames are followed only in
   * rules that are kept already. @throws ValidationFailed
   */
  async rulesFit(content: DataPolicyContent): Promise<void> {
    const [problems = []] = await this.findOutdatedRules.execute([content]);
    if (problems.length > 0) throw new ValidationFailed(problems, 'Some rules do not fit the data source.');
  }
}

function notOne(appliesWhen: string, stray: number | null): PolicyProblem {
  const start = stray === null ? undefined : Buffer.byteLength(appliesWhen.slice(0, stray));
  return problemAt(
    appliesWhen,
    'Write one condition, without a further clause or policy.',
    'Join parts by && and ||. Write an exception as && !(…).',
    start,
    start === undefined ? undefined : start + 1,
  );
}
