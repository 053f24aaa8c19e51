import { Injectable } from '@nestjs/common';
import type { ToldSource } from '../../data-sources/application/name-same-data.js';
import type { Caller } from '../../shared/caller.js';
import type { FieldError } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { DataPolicyContent, NumberedRule } from '../domain/data-policy.js';
import type { PolicyProblem } from '../domain/policy-problem.js';
import { CheckDataPolicy } from './check-data-policy.js';
import { FindOutdatedRules } from './find-outdated-rules.js';
import { GuardActivation } from './guard-activation.js';
import { WarnOfNames } from './warn-of-names.js';
import { ColumnTags } from './ports/column-tags.js';

/** A mistake at a field. Of the condition, with its place in the text. */
export interface DataPolicyProblem extends PolicyProblem {
  readonly field: string;
}

/** A data policy as far as it could be read. */
export interface WrittenDataPolicy extends Pick<DataPolicyContent, 'dataSourceId' | 'appliesWhen'> {
  readonly rules: readonly NumberedRule[];
  /** Why other rules could not be read. */
  readonly unread: readonly FieldError[];
}

@Injectable()
export class ValidateDataPolicy {
  constructor(
    private readonly access: AccessControl,
    private readonly checkDataPolicy: CheckDataPolicy,
    private readonly findOutdatedRules: FindOutdatedRules,
    private readonly tags: ColumnTags,
    private readonly guardActivation: GuardActivation,
    private readonly warnOfNames: WarnOfNames,
  ) {}

  /**
   * Keeps nothing.
   * @returns `warnings`: what may be meant, and does nothing now; what else reads the same data @throws Forbidden, NotFound, ValidationFailed, Unavailable
   */
  async execute(
    caller: Caller,
    organizationId: number,
    { dataSourceId, appliesWhen, rules, unread }: WrittenDataPolicy,
  ): Promise<{ readonly problems: readonly DataPolicyProblem[]; readonly warnings: readonly DataPolicyProblem[] }> {
    await this.access.require(caller, 'abac.manage', { organizationId });
    await this.checkDataPolicy.enterSource(caller, organizationId, dataSourceId);
    const [outdated = []] = await this.findOutdatedRules.execute([
      { dataSourceId, rules: rules.map(({ rule }) => rule) },
    ]);
    const checked = await this.checkDataPolicy.condition(organizationId, appliesWhen);
    const own = checked.isValid ? [] : checked.problems;
    const meant = checked.isValid
      ? await this.warnOfNames.execute(organizationId, [{ text: appliesWhen ?? '', tree: checked.content.tree }])
      : [];
    const inCondition = checked.isValid ? [...checked.warnings, ...meant.flat()] : [];
    const misfits = outdated.map(({ field, message }) => ({ field: placeAmong(rules, field), message }));
    return {
      problems: [
        ...own.map((problem) => ({ ...problem, field: 'applies_when' })),
        ...[...unread, ...misfits].map(atField),
      ],
      warnings: [
        ...inCondition.map((warning) => ({ ...warning, field: 'applies_when' })),
        ...[
          ...(await this.unknownTags(organizationId, dataSourceId, rules)),
          ...(await this.sameData(caller, organizationId, dataSourceId)),
        ].map(atField),
      ],
    };
  }

  private async sameData(caller: Caller, organizationId: number, dataSourceId: number | null): Promise<FieldError[]> {
    const { shut, shown } = await this.guardActivation.foresee(caller, { organizationId, dataSourceId });
    const field = 'data_source_id';
    return [
      ...shut.map((one) => ({
        field,
        message: `${nameOf(one)} reads the same data. It is closed when this policy is activated, until a person with abac.grant opens it.`,
      })),
      ...shown.map((one) => ({
        field,
        message: `${nameOf(one)} reads the same data and stays open, so this policy hides nothing there. Write one for it as well, or delete it.`,
      })),
    ];
  }

  private async unknownTags(
    organizationId: number,
    dataSourceId: number | null,
    rules: readonly NumberedRule[],
  ): Promise<FieldError[]> {
    if (rules.every(({ rule }) => rule.kind !== 'tag')) return [];
    const known = new Set(await this.tags.names(organizationId, dataSourceId));
    return rules.flatMap(({ index, rule }) => {
      if (rule.kind !== 'tag' || known.has(rule.tag)) return [];
      const message = `No column has the tag ${rule.tag} yet, so this rule hides nothing now. Tag the columns, or correct the name.`;
      return [{ field: `rules[${index}].tag`, message }];
    });
  }
}

/** Rules that could not be read were left out, and those behind them counted from there. */
function placeAmong(rules: readonly NumberedRule[], field: string): string {
  return field.replace(/^rules\[(\d+)\]/, (_, at: string) => `rules[${rules[Number(at)]?.index ?? at}]`);
}

function nameOf({ name }: ToldSource): string {
  return name === null ? 'A data source that you may not see' : `The data source "${name}"`;
}

function atField({ field, message }: FieldError): DataPolicyProblem {
  return { field, message, hint: null, line: null, column: null, length: null };
}
