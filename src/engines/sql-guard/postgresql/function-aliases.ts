import { say } from '../../../shared/sentence.js';
import type { Findings } from './findings.js';
import { FUNCTION_COLUMNS, NAMED_BY_ALIAS, NAMED_VALUES, TABLE_FUNCTIONS } from './functions.js';
import { held, isNode, listOf, ownName, textOf, textsOf } from './names.js';
import type { TreeNode } from './pg-grammar.js';

/** Names that PostgreSQL keeps for itself. Some of these functions take rows of any type. */
const OWN_NAME = /^pg_/;
/**
 * If a function in FROM returns plain values, its alias is such a value, and `alias.f` means `f(alias)` unless there is a
 * column f: `SELECT t.pg_read_file FROM unnest(ARRAY['/etc/passwd']) t` reads the file. So only columns that are known to exist
 * may follow such an alias. The rows of other relations have no type that a harmful function takes.
 */
export class FunctionAliases {
  private readonly columns = new Map<string, ReadonlySet<string>>();
  private readonly uses: { readonly alias: string; readonly name: string; readonly at: number }[] = [];

  /** @param at of the place in the statement, in bytes */
  declare(range: TreeNode, at: number, findings: Findings): void {
    const names = listOf(range['functions']).map((item) => calledBy(item));
    for (const name of names)
      if (name === null || !TABLE_FUNCTIONS.has(name))
        findings.refuse(
          'forbidden_function',
          at,
          name === null
            ? 'This is not allowed in FROM. Functions there may only make rows of numbers, arrays, texts or JSON, such as generate_series, unnest, string_to_table or jsonb_to_recordset.'
            : say(
                '{name} is not allowed in FROM. Functions there may only make rows of numbers, arrays, texts or JSON, such as generate_series, unnest, string_to_table or jsonb_to_recordset.',
                { name },
              ),
        );
    const alias = isNode(range['alias']) ? range['alias'] : {};
    const given = textOf(alias['aliasname']);
    const known = declaredBy(range, alias);
    // A list of columns renames the column that has the name of the alias.
    if (known.length === 0 && names.every((name) => name !== null && (NAMED_BY_ALIAS.has(name) || NAMED_VALUES.has(name))))
      known.push(...(names.length === 1 && given !== '' ? [given] : names.map(textOf)));
    this.add(given === '' ? (names[0] ?? '') : given, new Set([...known, ...FUNCTION_COLUMNS]));
  }

  use(column: TreeNode, at: number, findings: Findings): void {
    const fields = textsOf(column['fields']);
    const name = fields.at(-1);
    const alias = fields.at(-2);
    if (typeof name !== 'string' || typeof alias !== 'string') return;
    if (OWN_NAME.test(name)) refuse(findings, alias, name, at);
    else this.uses.push({ alias, name, at });
  }

  check(findings: Findings): void {
    for (const { alias, name, at } of this.uses) if (this.columns.get(alias)?.has(name) === false) refuse(findings, alias, name, at);
  }

  /** If an alias is given twice, only the columns that both have are certain. */
  private add(alias: string, names: ReadonlySet<string>): void {
    const before = this.columns.get(alias);
    this.columns.set(alias, before === undefined ? names : new Set([...names].filter((name) => before.has(name))));
  }
}

function refuse(findings: Findings, alias: string, name: string, at: number): void {
  const relation = alias.slice(0, 65);
  const column = `${relation}.${name.slice(0, 65)}`;
  const sentence = say('{column} may call a function; give the columns of {relation} other names.', { column, relation });
  findings.refuse('forbidden_syntax', at, sentence);
}

function declaredBy(range: TreeNode, alias: TreeNode): string[] {
  const defined = listOf(range['coldeflist']).map((definition) => textOf(held(definition, 'ColumnDef')?.['colname']));
  return [...textsOf(alias['colnames']), ...defined].filter((name) => name !== null);
}

/** The tree holds each function in a list, together with its column definitions. */
function calledBy(item: unknown): string | null {
  const call = held(listOf(held(item, 'List')?.['items'])[0], 'FuncCall');
  return call === null ? null : ownName(call['funcname']);
}
