import { verbatim } from '../../shared/sentence.js';
import { describe, expect, it } from '@jest/globals';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Rule } from '../../engines/sql-guard/judgement.js';
import type { Caller } from '../../shared/caller.js';
import { NamePolicies } from './name-policies.js';
import type { DataPolicies } from './ports/data-policies.js';

const LONG = { id: 7, name: 'Long rivers' };

/** Asks for a refused statement, where a policy hides rows of `rivers`, or a column of it. */
async function named(rule: Rule, sql: string, hidden: string | null = null) {
  const asked: boolean[] = [];
  const behind: DataPolicies['behind'] = async (_caller, _source, words, isWhole) => {
    asked.push(isWhole);
    return words.has('rivers') && (isWhole || (hidden !== null && words.has(hidden))) ? [LONG] : [];
  };
  const refused = { caller: { userId: 1 } as Caller, source: { id: 1 } as DataSource, sql };
  const violations = [{ rule, position: 0, message: verbatim('No.') }];
  const told = await new NamePolicies({ behind } as DataPolicies).inViolations(refused, violations);
  return { policies: told[0]?.policies ?? null, asked };
}

describe('the policies behind a refused statement', () => {
  it('are those that hide a column which it names', async () => {
    expect(await named('syntax', 'SELECT r."Length" FROM Rivers r', 'length')).toEqual({ policies: [LONG], asked: [false] });
    expect(await named('syntax', 'SELECT `length` FROM rivers', 'length')).toEqual({ policies: [LONG], asked: [false] });
  });

  it('are all of a relation, where what the engine keeps of each row is refused', async () => {
    expect(await named('restricted_relation', 'SELECT rowid FROM rivers')).toEqual({ policies: [LONG], asked: [false, true] });
    expect(await named('syntax', 'SELECT rowid FROM rivers')).toEqual({ policies: null, asked: [false] });
  });

  it('are not looked for where the text alone is refused', async () => {
    expect(await named('not_a_query', 'DELETE FROM rivers')).toEqual({ policies: null, asked: [] });
  });
});
