export interface KnownDataSource {
  readonly id: number;
  readonly name: string;
}

export abstract class KnownDataSources {
  /** Those of the organization that have one of the ids or one of the names. */
  abstract among(
    organizationId: number,
    wanted: { readonly ids?: readonly number[]; readonly names?: readonly string[] },
  ): Promise<readonly KnownDataSource[]>;
}
