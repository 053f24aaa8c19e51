import { expect, it } from '@jest/globals';
import type { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { DescribeDataPolicies } from './describe-data-policies.js';
import type { DataPoliciesKept } from './ports/data-policies-kept.js';
import type { Policies } from './ports/policies.js';
import { ReviewPolicies } from './review-policies.js';
import type { WarnOfNames } from './warn-of-names.js';

it('looks through some organizations in each run, each in a unit of work of its own, until there are none', async () => {
  const left = Array.from({ length: 250 }, (_, index) => index + 1);
  const reviewed: number[] = [];
  let unitsOfWork = 0;
  const unitOfWork = {
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      unitsOfWork += 1;
      return work();
    },
  } as UnitOfWork;
  const policies = {
    ofOrganizations: async ([id = 0]: readonly number[]) => (reviewed.push(id), []),
    textsOf: async () => [],
  } as unknown as Policies;
  const review = new ReviewPolicies(
    { next: async () => left.shift() ?? null },
    policies,
    { ofOrganization: async () => [] } as unknown as DataPoliciesKept,
    { inTexts: async () => [] } as unknown as WarnOfNames,
    { execute: async () => [] } as unknown as DescribeDataPolicies,
    unitOfWork,
  );
  const counts: number[][] = [];
  for (let run = 0; run < 3; run += 1) {
    await review.execute(
      () => undefined,
      () => undefined,
      100,
    );
    counts.push([reviewed.length, unitsOfWork]);
  }
  expect(counts).toEqual([
    [100, 100],
    [200, 200],
    [250, 251],
  ]);
});
