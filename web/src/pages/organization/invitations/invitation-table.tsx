import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { usePermissions } from '../../../session/me';
import type { Read } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Row } from '../../../ui/layout';
import { Badge, Notice, Problem } from '../../../ui/notice';
import { Table } from '../../../ui/table';
import { INVITATIONS } from '../paths';
import { ChangeRole } from './change-role';
import { texts } from './texts';
import { fullNameOf } from '../../../ui/person';

type Invitation = Read<typeof INVITATIONS>['invitations'][number];

const TONES = { pending: 'info', accepted: 'good', expired: 'warning', revoked: 'bad', declined: 'bad' } as const;

interface InvitationTableProps {
  readonly organization: number;
  readonly invitations: readonly Invitation[];
}

export function InvitationTable({ organization, invitations }: InvitationTableProps) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const may = usePermissions(organization);
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const [changing, setChanging] = useState<Invitation | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const paramsOf = (id: number) => ({ params: { path: { org_id: organization, invitation_id: id } } });
  const resend = useAction(
    async ({ id }: Invitation) => unwrap(await headgate.POST(`${INVITATIONS}/{invitation_id}/resend`, paramsOf(id))),
    { changes: [INVITATIONS], onDone: ({ invitation }) => setSentTo(invitation.email) },
  );
  const revoke = useAction(async ({ id }: Invitation) => unwrap(await headgate.DELETE(`${INVITATIONS}/{invitation_id}`, paramsOf(id))), {
    changes: [INVITATIONS],
    onDone: () => setRevoking(null),
  });
  const isOpen = ({ status }: Invitation): boolean => status === 'pending' || status === 'expired';
  return (
    <>
      <Problem error={resend.error} />
      {sentTo !== null && <Notice tone="good">{t.resent(sentTo)}</Notice>}
      <Table
        caption={t.title}
        rows={invitations}
        keyOf={({ id }) => id}
        columns={[
          { title: t.email, cell: ({ email }) => email },
          { title: t.status, cell: (invitation) => <State of={invitation} /> },
          { title: t.workspace, cell: ({ workspace }) => workspace.name },
          { title: t.role, cell: ({ role }) => role.name },
          { title: t.invitedBy, cell: ({ invited_by: by }) => (by === null ? t.directory : fullNameOf(by)) },
          { title: t.until, isWhen: true, cell: ({ expires_at: at }) => day(at) },
          {
            title: t.actions,
            isActions: true,
            cell: (invitation) =>
              isOpen(invitation) && (
                <Row>
                  <Button
                    aria-label={`${t.resend}: ${invitation.email}`}
                    isBusy={resend.isRunning}
                    onClick={() => {
                      setSentTo(null);
                      resend.run(invitation);
                    }}
                  >
                    {t.resend}
                  </Button>
                  {may('role.read') && (
                    <Button aria-label={`${t.changeRole}: ${invitation.email}`} onClick={() => setChanging(invitation)}>
                      {t.changeRole}
                    </Button>
                  )}
                  <Button look="danger" aria-label={`${t.revoke}: ${invitation.email}`} onClick={() => setRevoking(invitation)}>
                    {t.revoke}
                  </Button>
                </Row>
              ),
          },
        ]}
      />
      <ChangeRole
        organization={organization}
        invitation={changing}
        onClose={() => setChanging(null)}
        onSent={(email) => {
          setSentTo(email);
          setChanging(null);
        }}
      />
      <Confirm
        title={t.revokeTitle(revoking?.email ?? '')}
        isOpen={revoking !== null}
        onClose={() => setRevoking(null)}
        verb={t.revoke}
        onConfirm={() => revoking !== null && revoke.run(revoking)}
        isBusy={revoke.isRunning}
        error={revoke.error}
      >
        <p>{t.revokeText}</p>
      </Confirm>
    </>
  );
}

/** A mail that did not arrive: nobody will join by it. */
function State({ of: { status, mail } }: { readonly of: Invitation }) {
  const t = useTexts(texts);
  return (
    <>
      <Badge tone={TONES[status]}>{t[status]}</Badge>
      {status === 'pending' && mail !== null && mail.reason !== null && mail.state !== 'delivered' && (
        <div>
          <Badge tone={mail.state === 'undeliverable' ? 'bad' : 'warning'}>{t[mail.state]}</Badge>
          <p>{mail.state === 'undeliverable' ? t.undeliverableText : t.waitingText}</p>
          <code lang="en">{mail.reason}</code>
        </div>
      )}
    </>
  );
}
