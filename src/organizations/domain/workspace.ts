export interface WorkspaceSettings {
  readonly allowPublicAccess: boolean;
  /** The role that a person gets in the workspace when no other is named. */
  readonly defaultRoleId: number;
  /** Any data that clients keep there; replaced as a whole. */
  readonly customSettings: Readonly<Record<string, unknown>>;
}

export interface Workspace {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly settings: WorkspaceSettings;
  /** Access policies recognise it by these. */
  readonly labels: readonly string[];
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
