import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { DescribeDataPolicies } from './describe-data-policies.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';
import { Policies } from './ports/policies.js';
import { PoliciesToReview } from './ports/policies-to-review.js';
import { WarnOfNames } from './warn-of-names.js';

/** As a line of the log, without values that policies hide and without values of members. */
interface Finding {
  readonly organization_id: number;
  readonly name: string;
  readonly names_nothing: readonly string[];
}

interface PolicyFinding extends Finding {
  readonly policy_id: number;
  readonly version: number;
  readonly state: string;
}

interface DataPolicyFinding extends Finding {
  readonly data_policy_id: number;
  /** Places of rules that do not fit the schema, and of attributes of members that do not fit a rule. */
  readonly outdated: readonly string[];
  readonly unfit_attributes: readonly string[];
}

/** After an upgrade, lists the policies in force that name nothing, or compare what cannot be compared. */
@Injectable()
export class ReviewPolicies {
  constructor(
    private readonly toReview: PoliciesToReview,
    private readonly policies: Policies,
    private readonly kept: DataPoliciesKept,
    private readonly warnOfNames: WarnOfNames,
    private readonly describeDataPolicies: DescribeDataPolicies,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Organization by organization, each once and in a unit of work of its own, however many instances run.
   * @param most how many organizations this run takes; the next run continues
   */
  async execute(
    tellOfPolicy: (found: PolicyFinding) => void,
    tellOfDataPolicy: (found: DataPolicyFinding) => void,
    most: number,
  ): Promise<void> {
    const reviewed = async (): Promise<boolean> => {
      const organizationId = await this.toReview.next();
      if (organizationId === null) return false;
      for (const found of await this.inPolicies(organizationId)) tellOfPolicy(found);
      for (const found of await this.inDataPolicies(organizationId)) tellOfDataPolicy(found);
      return true;
    };
    for (let left = most; left > 0; left -= 1) if (!(await this.unitOfWork.run(reviewed))) return;
  }

  private async inPolicies(organizationId: number): Promise<readonly PolicyFinding[]> {
    const policies = await this.policies.ofOrganizations([organizationId]);
    const texts = await this.policies.textsOf(policies.map(({ id }) => id));
    const inForce = texts.filter(({ state }) => state === 'shadow' || state === 'active');
    const unknown = await this.warnOfNames.inTexts(inForce);
    return inForce.flatMap(({ policyId, version, state }, index): PolicyFinding[] => {
      const names = (unknown[index] ?? []).map(({ kind, name }) => `${kind} ${name}`);
      const name = policies.find(({ id }) => id === policyId)?.name ?? '';
      const at = { organization_id: organizationId, policy_id: policyId, name, version, state };
      return names.length === 0 ? [] : [{ ...at, names_nothing: names }];
    });
  }

  private async inDataPolicies(organizationId: number): Promise<readonly DataPolicyFinding[]> {
    const active = (await this.kept.ofOrganization(organizationId)).filter(({ status }) => status === 'active');
    const described = await this.describeDataPolicies.execute(organizationId, active);
    return described.flatMap(({ policy, namesNothing, outdated, unfit }): DataPolicyFinding[] => {
      if (namesNothing.length + outdated.length + unfit.length === 0) return [];
      return [
        {
          organization_id: organizationId,
          data_policy_id: policy.id,
          name: policy.name,
          names_nothing: namesNothing.map(({ unknown: { kind, name } }) => `${kind} ${name}`),
          outdated: outdated.map(({ field }) => field),
          unfit_attributes: unfit.map(({ field, attribute }) => `${field}: ${attribute}`),
        },
      ];
    });
  }
}
