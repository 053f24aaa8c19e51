import { catalogue, useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { usePageOf } from '../../../session/place';
import { useRead } from '../../../session/read';
import { Card } from '../../../ui/layout';
import { Shown } from '../../../ui/notice';
import { Pager } from '../../../ui/table';
import { InvitationTable } from '../invitations/invitation-table';
import { INVITATIONS } from '../paths';
import { Expected } from './expected';

const LIST = 'invited';

const texts = catalogue(
  {
    invited: 'Invited',
    noneInvited: 'No invitation waits for an answer.',
    directory: 'Brought by the directory',
    until: 'They are listed until they claim their account or accept the invitation. Then they are members.',
  },
  {
    invited: 'Eingeladen',
    noneInvited: 'Keine Einladung wartet auf eine Antwort.',
    directory: 'Vom Verzeichnis gebracht',
    until: 'Sie stehen hier, bis sie ihr Konto übernehmen oder die Einladung annehmen. Dann sind sie Mitglieder.',
  },
);

/** Whoever has been invited or provisioned and is no member yet, as far as this person may see them. */
export function Coming({ organization }: { readonly organization: number }) {
  const t = useTexts(texts);
  const may = usePermissions(organization);
  return (
    <>
      {may('member.invite') && (
        <Card title={t.invited}>
          <Invited organization={organization} />
        </Card>
      )}
      {may('scim.manage') && (
        <Card title={t.directory}>
          <p>{t.until}</p>
          <Expected />
        </Card>
      )}
    </>
  );
}

function Invited({ organization }: { readonly organization: number }) {
  const t = useTexts(texts);
  const query = { page: usePageOf(LIST), limit: 20, status: 'pending' } as const;
  const read = useRead(INVITATIONS, { params: { path: { org_id: organization }, query } });
  return (
    <Shown of={read}>
      {({ invitations, pagination }) => (
        <>
          {invitations.length === 0 ? <p>{t.noneInvited}</p> : <InvitationTable organization={organization} invitations={invitations} />}
          <Pager pagination={pagination} list={LIST} />
        </>
      )}
    </Shown>
  );
}
