import { Injectable } from '@nestjs/common';
import type { ToldSource } from '../../data-sources/application/name-same-data.js';
import type { Caller } from '../../shared/caller.js';
import type { FieldError } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { DataPolicyContent, NumberedRule } from '../domain/data-policy.js';
import { namesAsWarnings } from '../domain/names-of-data-policy.js';
import type { ShownForm } from '../domain/policy-form.js';
import type { DataPolicyProblem } from '../domain/policy-problem.js';
import { CheckDataPolicy } from './check-data-policy.js';
import { FindOutdatedRules } from './find-outdated-rules.js';
import { GuardActivation } from './guard-activation.js';
import { WarnOfNames } from './warn-of-names.js';
import { type Said, say } from '../../shared/sentence.js';

/** A data policy as far as it could be read. */
export interface WrittenDataPolicy extends Pick<DataPolicyContent, 'dataSourceId' | 'appliesWhen'> {
  readonly rules: readonly NumberedRule[];
  /** Why other rules could not be read. */
  readonly unread: readonly FieldError[];
}

export interface CheckedDataPolicy {
  readonly problems: readonly DataPolicyProblem[];
  readonly warnings: readonly DataPolicyProblem[];
  /** The condition as a form shows it; `null` without one, and while it is not valid. */
  readonly shown: ShownForm | null;
}

@Injectable()
export class ValidateDataPolicy {
  constructor(
    private readonly access: AccessControl,
    private readonly checkDataPolicy: CheckDataPolicy,
    private readonly findOutdatedRules: FindOutdatedRules,
    private readonly guardActivation: GuardActivation,
    private readonly warnOfNames: WarnOfNames,
  ) {}

  /**
   * Keeps nothing.
   * @returns `warnings`: names that have no effect now, and what else reads the same data @throws Forbidden, NotFound, ValidationFailed,
   * Unavailable
   */
  async execute(
    caller: Caller,
    organizationId: number,
    { dataSourceId, appliesWhen, rules, unread }: WrittenDataPolicy,
  ): Promise<CheckedDataPolicy> {
    await this.access.require(caller, 'abac.manage', { organizationId });
    await this.checkDataPolicy.enterSource(caller, organizationId, dataSourceId);
    const known = await this.warnOfNames.known(organizationId);
    const [fit] = await this.findOutdatedRules.withUnfit([{ dataSourceId, rules: rules.map(({ rule }) => rule) }], known);
    const checked = await this.checkDataPolicy.condition(organizationId, appliesWhen);
    const own = checked.isValid ? [] : checked.problems;
    const tree = checked.isValid ? checked.content.tree : {};
    const [names = []] = await this.warnOfNames.inDataPolicies(organizationId, known, [{ dataSourceId, tree, rules }]);
    const placed = (found: readonly FieldError[] = []): FieldError[] =>
      found.map(({ field, message }) => ({ field: placeAmong(rules, field), message }));
    return {
      problems: [...own.map((problem) => ({ ...problem, field: 'applies_when' })), ...[...unread, ...placed(fit?.outdated)].map(atField)],
      warnings: [
        ...namesAsWarnings(appliesWhen, names, checked.isValid ? checked.warnings : []),
        ...[...placed(fit?.unfit), ...(await this.sameData(caller, organizationId, dataSourceId))].map(atField),
      ],
      shown: appliesWhen !== null && checked.isValid ? checked.shown : null,
    };
  }

  private async sameData(caller: Caller, organizationId: number, dataSourceId: number | null): Promise<FieldError[]> {
    const { shut, shown } = await this.guardActivation.foresee(caller, { organizationId, dataSourceId });
    const field = 'data_source_id';
    return [
      ...shut.map((one) => ({
        field,
        message: say('{source} reads the same data. Activating this policy closes it until a person with abac.grant opens it.', {
          source: nameOf(one),
        }),
      })),
      ...shown.map((one) => ({
        field,
        message: say(
          '{source} reads the same data and stays open, so this policy hides nothing there. Write a policy for it too, or delete it.',
          { source: nameOf(one) },
        ),
      })),
    ];
  }
}

/** Rules that could not be read were left out, and those behind them counted from there. */
function placeAmong(rules: readonly NumberedRule[], field: string): string {
  return field.replace(/^rules\[(\d+)\]/, (_, at: string) => `rules[${rules[Number(at)]?.index ?? at}]`);
}

function nameOf({ name }: ToldSource): Said {
  return name === null ? say('A data source that you may not see') : say('The data source "{name}"', { name });
}

function atField({ field, message }: FieldError): DataPolicyProblem {
  return { field, message, hint: null, line: null, column: null, length: null };
}
