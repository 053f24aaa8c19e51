import type { QualifiedName } from '../../../shared/qualified-name.js';
import { held, isNode, listOf, ownName, textOf } from './names.js';
import { GRAMMAR } from './pg-grammar.js';

/**
 * Discovery has PostgreSQL write definitions with only its own schema on the search path, so each relation and each function of a user has
 * its schema. The definition does not say what such a function reads, and a cut one is incomplete: `null`.
 */
export async function postgresqlSources(definition: string): Promise<readonly QualifiedName[] | null> {
  const reading = await GRAMMAR.read(definition);
  if (reading.kind !== 'tree' || reading.statements.length !== 1) return null;
  const sources: QualifiedName[] = [];
  const unqualified: string[] = [];
  const expressions = new Set<string>();
  const left: unknown[] = [reading.statements[0]];
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) for (const item of value as unknown[]) left.push(item);
    else if (isNode(value)) {
      const table = held(value, 'RangeVar');
      const call = held(value, 'FuncCall');
      const operator = held(value, 'A_Expr');
      if (call !== null && ownName(call['funcname']) === null) return null;
      if (operator !== null && listOf(operator['name']).length > 1 && ownName(operator['name']) === null) return null;
      if (table !== null) {
        const [schema, name] = [textOf(table['schemaname']), textOf(table['relname'])];
        if (schema === '') unqualified.push(name);
        else sources.push({ schema, name });
      }
      const expression = held(value, 'CommonTableExpr');
      if (expression !== null) expressions.add(textOf(expression['ctename']));
      left.push(...Object.values(value));
    }
  }
  // Otherwise it belongs to PostgreSQL itself, whose statistics hold values of every table.
  return unqualified.every((name) => expressions.has(name)) ? sources : null;
}
