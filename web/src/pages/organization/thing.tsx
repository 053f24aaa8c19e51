import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { permissionsIn, useMe } from '../../session/me';
import { useSeenSource, useSeenWorkspace } from '../../session/seen';
import { NAMED, Nameless, type ThingProps } from './named-things';
import { useRoles } from './roles-of';

function Organization({ organization, id, children }: ThingProps) {
  const me = useMe();
  return me?.organizations.find((one) => one.id === organization && String(one.id) === id)?.name ?? children;
}

function Workspace({ organization, id, children }: ThingProps) {
  const me = useMe();
  const mayRead = me !== undefined && permissionsIn(me, organization, Number(id)).has('workspace.read');
  const workspace = useSeenWorkspace(organization, Number(id), { enabled: mayRead });
  if (workspace === undefined) return children;
  return (
    <Link to="/organizations/$organization/workspaces/$workspace" params={{ organization: String(organization), workspace: id }}>
      {workspace.name}
    </Link>
  );
}

function Source({ organization, id, children }: ThingProps) {
  const me = useMe();
  const mayRead = me !== undefined && permissionsIn(me, organization).has('data_source.read');
  const source = useSeenSource(Number(id), { enabled: mayRead });
  if (source === undefined) return children;
  return (
    <Link to="/data-sources/$source/schema" params={{ source: id }}>
      {source.name}
    </Link>
  );
}

function Role({ organization, id, children }: ThingProps) {
  const me = useMe();
  const { data } = useRoles(organization, me !== undefined && permissionsIn(me, organization).has('role.read'));
  const role = data?.roles.find((one) => String(one.id) === id);
  if (role === undefined) return children;
  return (
    <Link to="/organizations/$organization/roles/$role" params={{ organization: String(organization), role: id }}>
      {role.name}
    </Link>
  );
}

/** As the audit trail and as Cedar names them. */
const KINDS: Readonly<Record<string, (props: ThingProps) => ReactNode>> = {
  organization: Organization,
  Organization,
  workspace: Workspace,
  Workspace,
  data_source: Source,
  DataSource: Source,
  role: Role,
  ...NAMED,
};

/** Whether people give such things names. */
export const hasName = (type: string): boolean => KINDS[type] !== undefined && KINDS[type] !== Nameless;

/** What an event or a decision is about, by the name that people know. */
export function Thing({ type, ...thing }: ThingProps & { readonly type: string }) {
  const Kind = KINDS[type];
  return Kind === undefined ? thing.children : <Kind {...thing} />;
}
