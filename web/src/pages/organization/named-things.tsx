import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isSystemAdmin, useMe, usePermissions } from '../../session/me';
import { useRead } from '../../session/read';
import { useSeenTemplate } from '../../session/seen';
import { fullNameOf } from '../../ui/person';
import { MEMBER } from './paths';

export interface ThingProps {
  readonly organization: number;
  readonly id: string;
  /** What says it instead, for those who may not see the thing, and after it was deleted. */
  readonly children: ReactNode;
}

/** As many as one page of a list may have: a name that is not among them is told by its number. */
const MOST = { page: 1, limit: 100 };

function Connection({ organization, id, children }: ThingProps) {
  const enabled = usePermissions(organization)('sso.read');
  const { data } = useRead('/api/v1/sso/connections/{connection_id}', { params: { path: { connection_id: Number(id) } } }, { enabled });
  if (data === undefined) return children;
  return (
    <Link to="/organizations/$organization/sso/$connection" params={{ organization: String(organization), connection: id }}>
      {data.connection.name}
    </Link>
  );
}

function Domain({ organization, id, children }: ThingProps) {
  const enabled = usePermissions(organization)('sso.read');
  const { data } = useRead('/api/v1/sso/domains/{domain_id}', { params: { path: { domain_id: Number(id) } } }, { enabled });
  return data?.domain.domain ?? children;
}

function Wave({ organization, id, children }: ThingProps) {
  const path = { organization_id: organization, number: Number(id) };
  const { data } = useRead(
    '/api/v1/sso/enforcement/migration-plan/{organization_id}/waves/{number}',
    { params: { path, query: MOST } },
    { enabled: usePermissions(organization)('sso.read') },
  );
  if (data === undefined) return children;
  return (
    <Link to="/organizations/$organization/migration/waves/$number" params={{ organization: String(organization), number: id }}>
      {data.wave.name}
    </Link>
  );
}

function Move({ organization, id, children }: ThingProps) {
  const init = { params: { path: { organization_id: organization }, query: MOST } };
  const { data } = useRead('/api/v1/sso/moves/{organization_id}', init, { enabled: usePermissions(organization)('sso.read') });
  return data?.moves.find((one) => String(one.number) === id)?.name ?? children;
}

function DirectoryToken({ organization, id, children }: ThingProps) {
  const init = { params: { path: { org_id: organization }, query: MOST } };
  const { data } = useRead('/api/v1/organizations/{org_id}/scim-tokens', init, { enabled: usePermissions(organization)('scim.manage') });
  return data?.scim_tokens.find((one) => String(one.id) === id)?.name ?? children;
}

function Webhook({ organization, id, children }: ThingProps) {
  const may = usePermissions(organization);
  const { data } = useRead(
    '/api/v1/organizations/{org_id}/webhooks',
    { params: { path: { org_id: organization } } },
    { enabled: may('audit.read') && may('organization.update') },
  );
  const webhook = data?.webhooks.find((one) => String(one.id) === id);
  if (webhook === undefined) return children;
  return (
    <Link to="/organizations/$organization/webhooks/$webhook" params={{ organization: String(organization), webhook: id }}>
      {webhook.name}
    </Link>
  );
}

function AccessPolicy({ organization, id, children }: ThingProps) {
  const enabled = usePermissions(organization)('abac.read');
  const { data } = useRead('/api/v1/sso/abac/policies/{policy_id}', { params: { path: { policy_id: Number(id) } } }, { enabled });
  if (data === undefined) return children;
  return (
    <Link to="/organizations/$organization/policies/$policy" params={{ organization: String(organization), policy: id }}>
      {data.policy.name}
    </Link>
  );
}

function DataPolicy({ organization, id, children }: ThingProps) {
  const enabled = usePermissions(organization)('abac.read');
  const init = { params: { path: { data_policy_id: Number(id) } } };
  const { data } = useRead('/api/v1/sso/abac/data-policies/{data_policy_id}', init, { enabled });
  if (data === undefined) return children;
  return (
    <Link to="/organizations/$organization/data-policies/$policy" params={{ organization: String(organization), policy: id }}>
      {data.data_policy.name}
    </Link>
  );
}

function Template({ organization, id, children }: ThingProps) {
  const enabled = usePermissions(organization)('template.read');
  const template = useSeenTemplate(Number(id), { enabled });
  if (template === undefined) return children;
  return (
    <Link to="/templates/$template" params={{ template: id }}>
      {template.name}
    </Link>
  );
}

function Invitation({ organization, id, children }: ThingProps) {
  const init = { params: { path: { org_id: organization }, query: MOST } };
  const { data } = useRead('/api/v1/organizations/{org_id}/invitations', init, { enabled: usePermissions(organization)('member.invite') });
  return data?.invitations.find((one) => String(one.id) === id)?.email ?? children;
}

/** In the trail of the installation. Only system administrators see accounts that are no members of theirs. */
function Person({ id, children }: ThingProps) {
  const me = useMe();
  const enabled = me !== undefined && isSystemAdmin(me);
  const { data } = useRead('/api/v1/users/{user_id}', { params: { path: { user_id: Number(id) } } }, { enabled });
  return data === undefined ? children : fullNameOf(data.user);
}

function Member({ organization, id, children }: ThingProps) {
  const enabled = usePermissions(organization)('member.read');
  const { data } = useRead(MEMBER, { params: { path: { org_id: organization, user_id: Number(id) } } }, { enabled });
  if (data === undefined) return children;
  return (
    <Link to="/organizations/$organization/members/$user" params={{ organization: String(organization), user: id }}>
      {fullNameOf(data.member)}
    </Link>
  );
}

function Account(thing: ThingProps) {
  return thing.organization === 0 ? <Person {...thing} /> : <Member {...thing} />;
}

function VerifiedPair({ organization, id, children }: ThingProps) {
  const enabled = usePermissions(organization)('data_source.read');
  const { data } = useRead('/api/v1/verified-pairs/{pair_id}', { params: { path: { pair_id: Number(id) } } }, { enabled });
  return data === undefined ? children : <q>{data.verified_pair.question}</q>;
}

function GlossaryTerm({ organization, id, children }: ThingProps) {
  const enabled = usePermissions(organization)('data_source.read');
  const { data } = useRead('/api/v1/glossary-terms/{term_id}', { params: { path: { term_id: Number(id) } } }, { enabled });
  return data === undefined ? children : <q>{data.glossary_term.name}</q>;
}

function BoardOf({ organization, id, children }: ThingProps) {
  const enabled = usePermissions(organization)('query.run');
  const { data } = useRead('/api/v1/boards/{board_id}', { params: { path: { board_id: Number(id) } } }, { enabled });
  if (data === undefined) return children;
  return (
    <Link to="/saved-questions/boards/$board" params={{ board: id }}>
      {data.board.name}
    </Link>
  );
}

function SavedQuestion({ organization, id, children }: ThingProps) {
  const enabled = usePermissions(organization)('query.run');
  const { data } = useRead('/api/v1/saved-questions/{question_id}', { params: { path: { question_id: Number(id) } } }, { enabled });
  if (data === undefined) return children;
  return (
    <Link to="/saved-questions/$question" params={{ question: id }}>
      {data.saved_question.title}
    </Link>
  );
}

function DirectoryGroup({ organization, id, children }: ThingProps) {
  const init = { params: { path: { org_id: organization } } };
  const { data } = useRead('/api/v1/organizations/{org_id}/scim-mapping', init, { enabled: usePermissions(organization)('scim.manage') });
  const group = data?.groups.find((one) => one.id === id);
  if (group === undefined) return children;
  return (
    <Link to="/organizations/$organization/provisioning" params={{ organization: String(organization) }} search={{ view: 'groups' }}>
      {group.display_name}
    </Link>
  );
}

/** It shows its key to nobody else than its owner: events keep its name. */
function Told({ children }: ThingProps) {
  return children;
}

/** Nobody gives them a name; what they belong to stands beside them, and their number among the details. */
export function Nameless() {
  return null;
}

export const NAMED = {
  sso_connection: Connection,
  sso_domain: Domain,
  sso_wave: Wave,
  sso_move: Move,
  scim_token: DirectoryToken,
  webhook: Webhook,
  policy: AccessPolicy,
  data_policy: DataPolicy,
  prompt_template: Template,
  invitation: Invitation,
  user: Account,
  verified_pair: VerifiedPair,
  glossary_term: GlossaryTerm,
  access_key: Told,
  agent: Told,
  agent_client: Told,
  board: BoardOf,
  saved_question: SavedQuestion,
  scim_group: DirectoryGroup,
  conversation: Nameless,
  query_execution: Nameless,
  scim_user: Nameless,
  session: Nameless,
  signing_key: Nameless,
  mfa_factor: Nameless,
  device: Nameless,
  remembered_data: Nameless,
  sso_identity: Nameless,
  sso_plan: Nameless,
  access_request: Nameless,
};
