import { canonicalJson, jsonDigest } from '../../shared/json-digest.js';
import type { OrganizationChange } from '../../shared/ports/owner-consent.js';
import type { DataPolicyContent, DataRule } from './data-policy.js';

/** What an owner reads of them; the digest covers the rest. */
const LONGEST_RULE = 300;
const LONGEST_RULES = 12_000;

/** What a data policy would say, for an owner who is asked to approve it. */
export function contentInWords(content: DataPolicyContent): OrganizationChange['facts'] {
  const { name, description, dataSourceId, appliesWhen, rules } = content;
  return {
    name,
    description,
    data_source: dataSourceId === null ? 'all' : `number ${dataSourceId}`,
    applies_when: appliesWhen ?? 'for everyone',
    rules: rulesInWords(rules),
    sha256: jsonDigest(content),
  };
}

export function rulesInWords(rules: readonly DataRule[]): readonly string[] {
  const lines: string[] = [];
  let length = 0;
  for (const rule of rules) {
    const line = ruleInWords(rule);
    lines.push(line.length > LONGEST_RULE ? `${line.slice(0, LONGEST_RULE)} …` : line);
    length += Math.min(line.length, LONGEST_RULE);
    if (length > LONGEST_RULES) return [...lines, `and ${rules.length - lines.length} more`];
  }
  return lines;
}

function ruleInWords(rule: DataRule): string {
  if (rule.kind === 'tag') return `columns with the tag ${rule.tag}: ${rule.effect}`;
  // Schema and relation stand apart, because mail programs make a link of `public.staff`. `inMail` would prevent it by invisible
  // characters, and people copy names from this mail.
  const relation = `relation ${JSON.stringify(rule.relation)} in schema ${JSON.stringify(rule.schema)}`;
  if (rule.kind === 'relation') return `${relation}: hidden`;
  if (rule.kind === 'column') return `column ${JSON.stringify(rule.column)} of ${relation}: ${rule.effect}`;
  return `rows of ${relation}: only where ${canonicalJson(rule.where)}`;
}
