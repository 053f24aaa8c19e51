/** What one instance changes and all have to know. */
export abstract class SourceChanges {
  /**
   * Resolves when changes are heard. Nothing may depend on one: those that are made while the database cannot be reached are never told.
   * @param changed is called when a data source was changed, closed or deleted
   */
  abstract watch(changed: (dataSourceId: number) => void): Promise<void>;
}
