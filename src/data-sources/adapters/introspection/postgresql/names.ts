import { ChangedMeanwhile } from './faults.js';
import type { ColumnRow, ConstraintRow, Statements, TargetRow, TypeRow } from './statements.js';
import { arrayText, labelsOf, numbersOf } from './texts.js';
import type { Session } from './session.js';

export interface ColumnType {
  readonly text: string;
  readonly notNull: boolean;
  readonly labels: readonly string[] | null;
}

interface TargetName {
  readonly schema: string;
  readonly relation: string;
  readonly columns: Map<string, string>;
}

/** Names that many columns and foreign keys share: each is asked for once and its text is kept once. */
export class Names {
  /** By type, and by its modifier. */
  private readonly types = new Map<string, Map<string, ColumnType>>();
  private readonly targets = new Map<string, TargetName>();

  constructor(
    private readonly session: Session,
    private readonly statements: Statements,
  ) {}

  async learn(columns: readonly ColumnRow[], constraints: readonly ConstraintRow[]): Promise<void> {
    await Promise.all([this.learnTypes(columns), this.learnTargets(constraints)]);
  }

  typeOf(type: string, modifier: string): ColumnType {
    const known = this.types.get(type)?.get(modifier);
    if (known === undefined) throw new ChangedMeanwhile();
    return known;
  }

  targetOf(relation: string, numbers: readonly string[]): { schema: string; relation: string; columns: string[] } {
    const known = this.targets.get(relation);
    const columns = numbers.map((number) => known?.columns.get(number));
    if (known === undefined || !columns.every((name) => name !== undefined)) throw new ChangedMeanwhile();
    return { schema: known.schema, relation: known.relation, columns };
  }

  private async learnTypes(columns: readonly ColumnRow[]): Promise<void> {
    const unknown = new Map<string, readonly [type: string, modifier: string]>();
    for (const [, , , type, modifier] of columns) {
      if (this.types.get(type)?.has(modifier) !== true) unknown.set(`${type} ${modifier}`, [type, modifier]);
    }
    if (unknown.size === 0) return;
    const pairs = [...unknown.values()];
    const rows = await this.session.rows<TypeRow>(this.statements.types, [
      arrayText(pairs.map(([type]) => type)),
      arrayText(pairs.map(([, modifier]) => modifier)),
    ]);
    for (const [type, modifier, text, notNull, labels] of rows) {
      const known = this.types.get(type) ?? new Map<string, ColumnType>();
      known.set(modifier, { text, notNull: notNull === 't', labels: labelsOf(labels) });
      this.types.set(type, known);
    }
  }

  private async learnTargets(constraints: readonly ConstraintRow[]): Promise<void> {
    const unknown = new Map<string, readonly [relation: string, number: string]>();
    for (const [, , kind, , relation, numbers] of constraints) {
      if (kind !== 'f') continue;
      for (const number of numbersOf(numbers))
        if (this.targets.get(relation)?.columns.has(number) !== true)
          unknown.set(`${relation} ${number}`, [relation, number]);
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
