import { OF_VIEWERS } from './permission.js';
import { grantsInWorkspace } from './workspace-grants.js';

const EDITOR = ['workspace.read', 'workspace.write', 'data_source.read', 'query.run'] as const;

describe('what a member of an organization may do in a workspace', () => {
  it('shows a private workspace to nobody but its members and who manages workspaces', () => {
    const isPrivate = { isPublic: false, permissions: null };
    expect(grantsInWorkspace(EDITOR, isPrivate)).toBeNull();
    expect(grantsInWorkspace(['*'], isPrivate)).toEqual(['*']);
    expect(grantsInWorkspace(['workspace.delete', 'query.run'], isPrivate)).toEqual(['workspace.delete', 'query.run']);
  });

  it('lets every member look into a public one as a viewer', () => {
    const grants = grantsInWorkspace(EDITOR, { isPublic: true, permissions: null });
    expect(grants).toEqual(['workspace.read', 'workspace.write', ...OF_VIEWERS]);
    expect(grants).not.toContain('query.run');
  });

  it('gives its members its data by their role in it alone', () => {
    const grants = grantsInWorkspace(EDITOR, { isPublic: false, permissions: ['data_source.read'] });
    expect(grants).toEqual(['workspace.read', 'workspace.write', 'data_source.read']);
  });
});
