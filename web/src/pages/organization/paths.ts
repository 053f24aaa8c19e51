/** What these pages read, and what is stale after a change. */
export const MEMBERS = '/api/v1/organizations/{org_id}/members';
export const MEMBER = '/api/v1/organizations/{org_id}/members/{user_id}';
export const MEMBER_WORKSPACES = '/api/v1/organizations/{org_id}/members/{user_id}/workspaces';
export const INVITATIONS = '/api/v1/organizations/{org_id}/invitations';
export const ROLES = '/api/v1/organizations/{org_id}/roles';
export const ROLE = '/api/v1/roles/{role_id}';
export const HOLDERS = '/api/v1/roles/{role_id}/holders';
export const WORKSPACES = '/api/v1/organizations/{org_id}/workspaces';
export const WORKSPACE = '/api/v1/workspaces/{workspace_id}';
export const WORKSPACE_SETTINGS = '/api/v1/workspaces/{workspace_id}/settings';
export const WORKSPACE_MEMBERS = '/api/v1/workspaces/{workspace_id}/members';
/** Where data sources and templates are listed, as the pages of those read them. */
export const SOURCES = '/api/v1/data-sources';
export const TEMPLATES = '/api/v1/prompt-templates';
export const ASK_SETTINGS = '/api/v1/organizations/{org_id}/ask-settings';

export const CHANGED_WITH_MEMBER = [MEMBER, MEMBERS, MEMBER_WORKSPACES, HOLDERS, WORKSPACE_MEMBERS];
