import { Injectable } from '@nestjs/common';
import { asSaid, say } from '../../shared/sentence.js';
import type { NumberedRule } from '../domain/data-policy.js';
import type { Example } from '../domain/example.js';
import { type UnknownNameAt, unknownInRules } from '../domain/names-of-data-policy.js';
import { namedThingsIn, namedThingsOf } from '../domain/named-things.js';
import type { PolicyProblem } from '../domain/policy-problem.js';
import type { PolicyTree } from '../domain/policy-set.js';
import { type KnownNames, type UnknownName, problemOf, unknownAmong } from '../domain/unknown-names.js';
import { ColumnTags } from './ports/column-tags.js';
import { NamesThatAre } from './ports/known-names.js';

interface NamingText {
  readonly organizationId: number;
  readonly tree: PolicyTree;
}

interface NamingData extends Pick<NamingText, 'tree'> {
  readonly dataSourceId: number | null;
  readonly rules: readonly NumberedRule[];
}

const NOTHING: KnownNames = {
  roles: [],
  groups: [],
  labels: [],
  own: {},
  users: [],
  workspaces: [],
  dataSources: [],
  connections: [],
};

/** Finds names in policies that the organization does not have. */
@Injectable()
export class WarnOfNames {
  constructor(
    private readonly names: NamesThatAre,
    private readonly tags: ColumnTags,
  ) {}

  /** @returns in the order of the policies */
  async inTexts(policies: readonly NamingText[]): Promise<readonly (readonly UnknownName[])[]> {
    const things = policies.map(({ tree }) => namedThingsIn(tree));
    const naming = policies.filter((_, index) => things[index]?.length !== 0);
    const known = await this.names.of([...new Set(naming.map(({ organizationId }) => organizationId))]);
    return policies.map(({ organizationId }, index) => unknownAmong(things[index] ?? [], known.get(organizationId) ?? NOTHING));
  }

  /** Checks a text and its examples: a name that is misspelt in both passes the examples and means nothing. */
  async inVersion({
    organizationId,
    text,
    tree,
    examples,
  }: NamingText & { readonly text: string; readonly examples: readonly Example[] }): Promise<readonly PolicyProblem[]> {
    const things = namedThingsIn(tree);
    const ofExamples = examples.map((example) => ({ name: example.name, named: namedThingsOf(example) }));
    if ([things, ...ofExamples.map(({ named }) => named)].every((named) => named.length === 0)) return [];
    const known = await this.known(organizationId);
    return [
      ...unknownAmong(things, known).map((unknown) => problemOf(text, unknown)),
      ...ofExamples.flatMap(({ name, named }) =>
        unknownAmong(named, known).map(({ message, hint }) => ({
          message: say('Test "{name}": {message}', { name, message: asSaid(message) }),
          hint,
          line: null,
          column: null,
          length: null,
        })),
      ),
    ];
  }

  /** @param policies of the organization @returns in their order, what their conditions and rules name */
  async inDataPolicies(
    organizationId: number,
    known: KnownNames,
    policies: readonly NamingData[],
  ): Promise<readonly (readonly UnknownNameAt[])[]> {
    const tags = new Map<number | null, readonly string[]>();
    for (const { dataSourceId, rules } of policies)
      if (!tags.has(dataSourceId) && rules.some(({ rule }) => rule.kind === 'tag'))
        tags.set(dataSourceId, await this.tags.names(organizationId, dataSourceId));
    return policies.map(({ dataSourceId, tree, rules }) => [
      ...unknownAmong(namedThingsIn(tree), known).map((unknown) => ({ field: 'applies_when', unknown })),
      ...unknownInRules(rules, known, tags.get(dataSourceId) ?? []),
    ]);
  }

  async known(organizationId: number): Promise<KnownNames> {
    return (await this.names.of([organizationId])).get(organizationId) ?? NOTHING;
  }
}
