import { Injectable } from '@nestjs/common';
import { type Example, type ExampleOutcome, requestOf } from '../domain/example.js';
import { PolicyInvalid } from '../domain/policy.errors.js';
import type { PolicyContent } from '../domain/policy.js';
import type { PolicyProblem } from '../domain/policy-problem.js';
import { PolicyChecks } from './ports/policy-checks.js';

/** Reads what a person wrote, and tries its examples. */
@Injectable()
export class CheckContent {
  constructor(private readonly checks: PolicyChecks) {}

  /** @returns also what Cedar accepted, and its warnings @throws PolicyInvalid, Unavailable */
  async execute(
    organizationId: number,
    text: string,
    examples: readonly Example[],
  ): Promise<{ readonly content: PolicyContent; readonly warnings: readonly PolicyProblem[] }> {
    const checked = await this.checks.check(organizationId, text);
    if (!checked.isValid) throw new PolicyInvalid(checked.problems);
    return { content: { ...checked.content, text, examples }, warnings: checked.warnings };
  }

  /** Each example against this policy alone. @throws Unavailable */
  async outcomes(organizationId: number, { tree, examples }: Pick<PolicyContent, 'tree' | 'examples'>): Promise<readonly ExampleOutcome[]> {
    if (examples.length === 0) return [];
    const requests = examples.map((example) => requestOf(organizationId, example));
    const outcomes = await this.checks.evaluate(organizationId, [tree], requests);
    return examples.map(({ name, expected }, index) => {
      const { isAllowed = false, errors = [] } = outcomes[index] ?? {};
      return { name, expected, decided: isAllowed ? 'allowed' : 'refused', errors };
    });
  }
}
