import type { Field } from '../relation.js';
import { ChangedMeanwhile } from './faults.js';
import { type CollationRow, FURTHER } from './further-statements.js';
import type { ColumnRow, ConstraintRow, TargetRow, TypeRow } from './catalog-rows.js';
import { type Statements, USUAL_COLLATION } from './statements.js';
import { arrayText, firstLabels, labelsOf, numbersOf } from './texts.js';
import type { Session } from './session.js';

export interface ColumnType {
  readonly text: string;
  readonly notNull: boolean;
  readonly labels: { readonly values: readonly string[] | null; readonly valuesCut: boolean };
  readonly collation: string;
  readonly attributes: readonly Attribute[];
}

/** Of a composite type, with its type and the modifier of that. */
type Attribute = readonly [name: string, type: string, modifier: string];

/** Of one column: types within types could have any number of them. */
const MOST_FIELDS = 200;

const NO_LABELS = { values: null, valuesCut: false };

function labelsIn(json: string | null): ColumnType['labels'] {
  const labels = labelsOf(json);
  return labels === null ? NO_LABELS : firstLabels(labels);
}

interface TargetName {
  readonly schema: string;
  readonly relation: string;
  readonly columns: Map<string, string>;
}

/** Names that many columns and foreign keys share: each is looked up and stored once. */
export class Names {
  /** By type, and by its modifier. */
  private readonly types = new Map<string, Map<string, ColumnType>>();
  private readonly targets = new Map<string, TargetName>();
  private readonly collations = new Map([[USUAL_COLLATION, 'default']]);

  constructor(
    private readonly session: Session,
    private readonly statements: Statements,
  ) {}

  async learn(columns: readonly ColumnRow[], constraints: readonly ConstraintRow[]): Promise<void> {
    const types = columns.map(([, , , type, modifier]) => [type, modifier] as const);
    await Promise.all([this.learnTypes(types), this.learnTargets(constraints), this.learnCollations(columns)]);
  }

  isUnspeakable(name: string): boolean {
    return this.session.isUnspeakable(name);
  }

  typeOf(type: string, modifier: string): ColumnType {
    const known = this.types.get(type)?.get(modifier);
    if (known === undefined) throw new ChangedMeanwhile();
    return known;
  }

  fieldsOf({ attributes }: ColumnType, room = { left: MOST_FIELDS }): readonly Field[] {
    return attributes.flatMap(([name, oid, modifier]): Field[] => {
      if (room.left === 0 || this.isUnspeakable(name)) return [];
      room.left -= 1;
      const type = this.typeOf(oid, modifier);
      const fields = this.fieldsOf(type, room);
      return [{ name, type: type.text, ...(fields.length > 0 && { fields }) }];
    });
  }

  /** @returns `null` for the usual one of the type */
  collationOf(collation: string, { collation: usual }: ColumnType): string | null {
    return collation === usual ? null : (this.collations.get(collation) ?? null);
  }

  targetOf(relation: string, numbers: readonly string[]): { schema: string; relation: string; columns: string[] } {
    const known = this.targets.get(relation);
    const columns = numbers.map((number) => known?.columns.get(number));
    if (known === undefined || !columns.every((name) => name !== undefined)) throw new ChangedMeanwhile();
    return { schema: known.schema, relation: known.relation, columns };
  }

  private async learnTypes(wanted: readonly (readonly [type: string, modifier: string])[]): Promise<void> {
    const unknown = new Map<string, readonly [type: string, modifier: string]>();
    for (const [type, modifier] of wanted) {
      if (this.types.get(type)?.has(modifier) !== true) unknown.set(`${type} ${modifier}`, [type, modifier]);
    }
    if (unknown.size === 0) return;
    const pairs = [...unknown.values()];
    const rows = await this.session.rows<TypeRow>(this.statements.types, [
      arrayText(pairs.map(([type]) => type)),
      arrayText(pairs.map(([, modifier]) => modifier)),
    ]);
    const within: Attribute[] = [];
    for (const [type, modifier, text, notNull, labels, collation, json] of rows) {
      const known = this.types.get(type) ?? new Map<string, ColumnType>();
      const attributes = json === null ? [] : (JSON.parse(json) as readonly Attribute[]);
      known.set(modifier, { text, notNull: notNull === 't', labels: labelsIn(labels), collation, attributes });
      this.types.set(type, known);
      within.push(...attributes);
    }
    await this.learnTypes(within.map(([, type, modifier]) => [type, modifier]));
  }

  private async learnCollations(columns: readonly ColumnRow[]): Promise<void> {
    const named = columns.map((column) => column[8]).filter((oid) => oid !== '0' && oid !== USUAL_COLLATION);
    const unknown = [...new Set(named)].filter((oid) => !this.collations.has(oid));
    if (unknown.length === 0) return;
    const rows = await this.session.rows<CollationRow>(FURTHER.collations, [arrayText(unknown)]);
    for (const [oid, name] of rows) this.collations.set(oid, name);
  }

  private async learnTargets(constraints: readonly ConstraintRow[]): Promise<void> {
    const unknown = new Map<string, readonly [relation: string, number: string]>();
    for (const [, , kind, , relation, numbers] of constraints) {
      if (kind !== 'f') continue;
      for (const number of numbersOf(numbers))
        if (this.targets.get(relation)?.columns.has(number) !== true) unknown.set(`${relation} ${number}`, [relation, number]);
    }
    if (unknown.size === 0) return;
    const pairs = [...unknown.values()];
    const rows = await this.session.rows<TargetRow>(this.statements.targets, [
      arrayText(pairs.map(([relation]) => relation)),
      arrayText(pairs.map(([, number]) => number)),
    ]);
    for (const [oid, schema, relation, number, column] of rows) {
      const target = this.targets.get(oid) ?? { schema, relation, columns: new Map<string, string>() };
      target.columns.set(number, column);
      this.targets.set(oid, target);
    }
  }
}
