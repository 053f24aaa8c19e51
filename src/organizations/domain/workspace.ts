export interface WorkspaceSettings {
  readonly allowPublicAccess: boolean;
  /** Role that somebody gets in the workspace when no other is named. */
  readonly defaultRoleId: number;
  /** Whatever clients keep there; replaced as a whole. */
  readonly customSettings: Readonly<Record<string, unknown>>;
}

export interface Workspace {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly settings: WorkspaceSettings;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
