import { Injectable } from '@nestjs/common';
import type { PolicyContent } from '../domain/policy.js';
import { namedThingsIn } from '../domain/named-things.js';
import type { PolicyProblem } from '../domain/policy-problem.js';
import { unknownNames } from '../domain/unknown-names.js';
import { NamesThatAre } from './ports/known-names.js';

/** Tells which literals of policies name nothing that the organization has. */
@Injectable()
export class WarnOfNames {
  constructor(private readonly names: NamesThatAre) {}

  /** @returns in the order of the policies */
  async execute(
    organizationId: number,
    policies: readonly Pick<PolicyContent, 'text' | 'tree'>[],
  ): Promise<readonly (readonly PolicyProblem[])[]> {
    const things = policies.map(({ tree }) => namedThingsIn(tree));
    if (things.every((named) => named.length === 0)) return policies.map(() => []);
    const known = await this.names.in(organizationId);
    return policies.map(({ text }, index) => unknownNames(text, things[index] ?? [], known));
  }
}
