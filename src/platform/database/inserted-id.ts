import type { ObjectLiteral, Repository } from 'typeorm';

type Row<T extends ObjectLiteral> = Parameters<Repository<T>['insert']>[0];

/**
 * Inserts a copy: TypeORM writes generated values into the object that it is given, and with a frozen one that would
 * fail after the row is in.
 * @returns the id that the database gave the row
 */
export async function insertedId<T extends ObjectLiteral & { id: number | string }>(
  rows: Pick<Repository<T>, 'insert'>,
  row: Exclude<Row<T>, readonly unknown[]>,
): Promise<T['id']> {
  const { identifiers } = await rows.insert({ ...row });
  const [inserted] = identifiers as Pick<T, 'id'>[];
  if (inserted === undefined) throw new Error('The database gave the row no id.');
  return inserted.id;
}
