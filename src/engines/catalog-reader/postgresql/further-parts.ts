import { NOT_ENFORCED, type Option, PERIOD, WITHOUT_OVERLAPS } from '../option.js';
import type { Constraint, ExclusionConstraint, ForeignTable, Index, Policy, Trigger } from '../relation.js';
import { optionOf } from '../foreign-options.js';
import type { ForeignRow, PolicyRow, TriggerRow } from './further-statements.js';
import type { ConstraintRow, IndexRow } from './catalog-rows.js';
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

/** What a constraint has whatever its kind. @param columns of a key */
export function traitsOf(row: ConstraintRow, columns: readonly string[] = [], emptied: readonly string[] = []): Omit<Constraint, 'name'> {
  const [, , kind, , , , , onDelete, , , deferrable, validated, comment, , , flags] = row;
  const options: Option[] = [];
  const say = (option: string, of: readonly string[] = []): unknown => options.push({ option, columns: of });
  if (flags.includes('p')) say(kind === 'f' ? PERIOD : WITHOUT_OVERLAPS, columns.slice(-1));
  if (flags.includes('f')) say('MATCH FULL');
  if (emptied.length > 0) say(`ON DELETE SET ${onDelete === 'd' ? 'DEFAULT' : 'NULL'}`, emptied);
  if (flags.includes('i')) say('NO INHERIT');
  if (flags.includes('n')) say(NOT_ENFORCED);
  return { deferrable: deferrable as Constraint['deferrable'], validated: validated === 't', comment, options };
}

const USING = 'USING ';
const ORDERS: Readonly<Record<string, string>> = { 1: 'DESC NULLS LAST', 2: 'NULLS FIRST', 3: 'DESC' };

export function optionsOfIndex(row: IndexRow, columns: readonly string[], included: readonly string[]): Option[] {
  const [, , , , , , , , method, orders, , texts, compared] = row;
  const at = (place: number): string[] => columns.slice(place, place + 1);
  const whole = (option: string): Option => ({ option, columns: [] });
  return [
    ...(method === null ? [] : [whole(`${USING}${method}`)]),
    ...orders.split(' ').flatMap((order, place) => {
      const option = ORDERS[order];
      return option === undefined ? [] : [{ option, columns: at(place) }];
    }),
    ...((compared === null ? [] : JSON.parse(compared)) as [number, string][]).map(([place, option]) => ({ option, columns: at(place) })),
    ...(included.length === 0 ? [] : [{ option: 'INCLUDE', columns: included }]),
    ...(labelsOf(texts) ?? []).map(whole),
  ];
}

/** @param index the one behind it */
export function exclusionOf(row: ConstraintRow, index: Index): ExclusionConstraint {
  const operators = labelsOf(row[13]) ?? [];
  const { options: _none, ...traits } = traitsOf(row);
  return {
    name: row[1],
    ...traits,
    method: index.options.find(({ option }) => option.startsWith(USING))?.option.slice(USING.length) ?? 'btree',
    elements: index.columns.map((expression, at) => ({ expression, operator: operators[at] ?? '' })),
    predicate: index.predicate,
  };
}
