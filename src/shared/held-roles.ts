/** What a member holds by roles, by name. */
export interface HeldRoles {
  readonly role: string;
  readonly workspaces: readonly { readonly workspaceId: number; readonly role: string }[];
}
