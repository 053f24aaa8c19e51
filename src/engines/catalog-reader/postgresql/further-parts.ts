import type { Constraint, ExclusionConstraint, ForeignTable, Index, Policy, Trigger } from '../relation.js';
import { optionOf } from '../foreign-options.js';
import type { ForeignRow, PolicyRow, TriggerRow } from './further-statements.js';
import type { ConstraintRow } from './catalog-rows.js';
import { labelsOf } from './texts.js';

/** Bits of `tgtype`. */
const [FOR_EACH_ROW, BEFORE, INSTEAD_OF] = [1, 2, 64];
const EVENTS: readonly (readonly [number, Trigger['events'][number]])[] = [
  [4, 'insert'],
  [16, 'update'],
  [8, 'delete'],
  [32, 'truncate'],
];
const COMMANDS: Readonly<Record<string, Policy['command']>> = { r: 'select', a: 'insert', w: 'update', d: 'delete' };

export function triggerOf([, name, , type, enabled, columns, calls, condition]: TriggerRow): Trigger {
  const bits = Number(type);
  let timing: Trigger['timing'] = 'after';
  if ((bits & BEFORE) !== 0) timing = 'before';
  if ((bits & INSTEAD_OF) !== 0) timing = 'instead_of';
  return {
    name,
    timing,
    events: EVENTS.filter(([bit]) => (bits & bit) !== 0).map(([, event]) => event),
    columns: labelsOf(columns) ?? [],
    level: (bits & FOR_EACH_ROW) === 0 ? 'statement' : 'row',
    condition,
    function: calls,
    statement: null,
    enabled: enabled !== 'D',
  };
}

export function policyOf([, name, , command, permissive, roles, using, check]: PolicyRow): Policy {
  return {
    name,
    command: COMMANDS[command] ?? 'all',
    permissive: permissive === 't',
    roles: labelsOf(roles) ?? [],
    using,
    check,
  };
}

export function foreignOf([, server, wrapper, options]: ForeignRow): ForeignTable {
  const pairs = options === null ? [] : (JSON.parse(options) as [name: string, value: string][]);
  return { server, wrapper, options: pairs.map(([name, value]) => optionOf(name, value)) };
}

/** Comment, and whether it is deferrable and valid. */
export function traitsOf(row: ConstraintRow): Omit<Constraint, 'name'> {
  const [, , , , , , , , , , deferrable, validated, comment] = row;
  return { deferrable: deferrable as Constraint['deferrable'], validated: validated === 't', comment };
}

/** @param index the one behind it, with its kind */
export function exclusionOf(row: ConstraintRow, index: Index, method: string): ExclusionConstraint {
  const operators = labelsOf(row[13]) ?? [];
  return {
    name: row[1],
    ...traitsOf(row),
    method,
    elements: index.columns.map((expression, at) => ({ expression, operator: operators[at] ?? '' })),
    predicate: index.predicate,
  };
}
