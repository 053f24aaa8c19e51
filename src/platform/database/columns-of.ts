import type { EntitySchemaColumnOptions } from 'typeorm';

/** `satisfies ColumnsOf<Entity>` makes a field without a column a compile error; TypeORM would load it as `undefined`. */
export type ColumnsOf<T> = {
  [Property in keyof T as T[Property] extends (...parameters: never[]) => unknown ? never : Property]-?: EntitySchemaColumnOptions;
};
