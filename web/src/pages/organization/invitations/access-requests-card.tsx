import { unwrap } from '@headgate/client';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useMe, usePermissions } from '../../../session/me';
import { type Read, useRead } from '../../../session/read';
import { usePageOf } from '../../../session/place';
import { Button } from '../../../ui/button';
import { Card, Row } from '../../../ui/layout';
import { Badge, Problem, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import styles from '../organization.module.css';
import { MEMBER } from '../paths';
import { useRoles } from '../roles-of';
import { ChangeWords } from './change-words';
import { fullNameOf } from '../../../ui/person';

const texts = catalogue(
  {
    title: 'Access requests',
    lead: 'What the owners were asked for. An owner who did not ask can approve it, and every owner can refuse it or end what is in force.',
    none: 'There are no requests.',
    what: 'What for',
    act_as_owner: 'See and change the data of the organization for an hour',
    give_role: (role: string, email: string) => `Give the role ${role} to ${email}`,
    allows: (permissions: string) => `The approval covers what the role allowed when it was requested: ${permissions}`,
    reset_factors: (user: string) => `Reset the second factors of account ${user}`,
    activate_connection: (connection: string) => `Activate single sign-on connection ${connection}`,
    reason: 'Reason',
    by: 'Asked by',
    state: 'State',
    requested: 'open',
    approved: 'in force',
    refused: 'refused',
    used: 'used',
    expired: 'expired',
    emergency: 'emergency',
    until: 'Until',
    actions: 'Actions',
    approve: 'Approve',
    refuse: 'Refuse',
    end: 'End',
  },
  {
    title: 'Zugriffsanfragen',
    lead: 'Worum die Inhaber gebeten wurden. Genehmigen kann nur ein Inhaber, der nicht selbst gefragt hat; ablehnen oder vorzeitig beenden können alle Inhaber.',
    none: 'Es gibt keine Anfragen.',
    what: 'Wofür',
    act_as_owner: 'Die Daten der Organisation eine Stunde lang sehen und ändern',
    give_role: (role: string, email: string) => `${email} die Rolle ${role} geben`,
    allows: (permissions: string) => `Genehmigt wird, was die Rolle bei der Anfrage erlaubte: ${permissions}`,
    reset_factors: (user: string) => `Die zweiten Faktoren des Kontos ${user} zurücksetzen`,
    activate_connection: (connection: string) => `Die Single-Sign-on-Verbindung ${connection} aktivieren`,
    reason: 'Grund',
    by: 'Gefragt von',
    state: 'Zustand',
    requested: 'offen',
    approved: 'in Kraft',
    refused: 'abgelehnt',
    used: 'verwendet',
    expired: 'abgelaufen',
    emergency: 'Notfall',
    until: 'Bis',
    actions: 'Aktionen',
    approve: 'Genehmigen',
    refuse: 'Ablehnen',
    end: 'Beenden',
  },
);

const REQUESTS = '/api/v1/organizations/{org_id}/access-requests';

type Request = Read<typeof REQUESTS>['access_requests'][number];

const TONES = { requested: 'warning', approved: 'good', refused: 'bad', used: 'info', expired: 'info' } as const;

/** What the owners were asked for. */
export function AccessRequestsCard({ organization }: { readonly organization: number }) {
  const t = useTexts(texts);
  const page = usePageOf('requests');
  const requests = useRead(REQUESTS, { params: { path: { org_id: organization }, query: { page } } });
  return (
    <Card title={t.title}>
      <p>{t.lead}</p>
      <Shown of={requests}>
        {(read) =>
          read.access_requests.length === 0 ? (
            <p className={styles['soft']}>{t.none}</p>
          ) : (
            <>
              <RequestTable organization={organization} requests={read.access_requests} />
              <Pager pagination={read.pagination} list="requests" />
            </>
          )
        }
      </Shown>
    </Card>
  );
}

interface RequestTableProps {
  readonly organization: number;
  readonly requests: readonly Request[];
}

function RequestTable({ organization, requests }: RequestTableProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const isOwner = useMe()?.organizations.find(({ id }) => id === organization)?.role === 'owner';
  const decide = useAction(
    async ({ id, decision }: { readonly id: number; readonly decision: 'approve' | 'refuse' }) => {
      const params = { path: { org_id: organization, request_id: id } };
      return unwrap(await headgate.POST(`${REQUESTS}/{request_id}/${decision}`, { params }));
    },
    { changes: [REQUESTS] },
  );
  return (
    <>
      <Problem error={decide.error} />
      <Table
        caption={t.title}
        rows={requests}
        keyOf={({ id }) => id}
        columns={[
          { title: t.what, cell: (request) => <Meaning organization={organization} request={request} /> },
          { title: t.reason, cell: ({ reason }) => reason },
          { title: t.by, cell: ({ requested_by: by }) => fullNameOf(by) },
          {
            title: t.state,
            cell: ({ status, emergency }) => (
              <Row>
                <Badge tone={TONES[status]}>{t[status]}</Badge>
                {emergency && <Badge tone="bad">{t.emergency}</Badge>}
              </Row>
            ),
          },
          { title: t.until, isWhen: true, cell: ({ expires_at: at }) => moment(at) },
          {
            title: t.actions,
            isActions: true,
            cell: ({ id, status }) =>
              isOwner && (
                <Row>
                  {status === 'requested' && (
                    <Button isBusy={decide.isRunning} onClick={() => decide.run({ id, decision: 'approve' })}>
                      {t.approve}
                    </Button>
                  )}
                  {(status === 'requested' || status === 'approved') && (
                    <Button look="danger" isBusy={decide.isRunning} onClick={() => decide.run({ id, decision: 'refuse' })}>
                      {status === 'approved' ? t.end : t.refuse}
                    </Button>
                  )}
                </Row>
              ),
          },
        ]}
      />
    </>
  );
}

interface MeaningProps {
  readonly organization: number;
  readonly request: Request;
}

/** What was asked for, with the names of the person and the role that it is about. */
function Meaning({ organization, request: { kind, subject } }: MeaningProps) {
  const t = useTexts(texts);
  const may = usePermissions(organization);
  const roles = useRoles(organization, may('role.read') && kind === 'give_role').data?.roles;
  const member = useRead(
    MEMBER,
    { params: { path: { org_id: organization, user_id: Number(subject['user_id']) } } },
    { enabled: may('member.read') && kind === 'reset_factors' },
  ).data?.member;
  const role = roles?.find(({ id }) => id === subject['role_id'])?.name ?? String(subject['role_id']);
  switch (kind) {
    case 'act_as_owner':
      return t.act_as_owner;
    case 'give_role':
      return (
        <>
          <div>{t.give_role(role, String(subject['email']))}</div>
          <div className={styles['soft']}>{t.allows([subject['permissions'] ?? []].flat().join(', '))}</div>
        </>
      );
    case 'reset_factors':
      return t.reset_factors(member === undefined ? String(subject['user_id']) : fullNameOf(member));
    case 'activate_connection':
      return t.activate_connection(String(subject['connection_id']));
    case 'change':
      return <ChangeWords subject={subject} />;
  }
}
