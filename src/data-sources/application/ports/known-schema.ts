/** A context above this one implements it: what is known of the schema of a data source, and of its values. */
export abstract class KnownSchema {
  /** In the unit of work that points the source to other data. */
  abstract forget(dataSourceId: number): Promise<void>;
}
