import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { choiceIn } from '../../../app/search';
import { useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { type Read, useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/field';
import { Help } from '../../../ui/help';
import { Page, Row } from '../../../ui/layout';
import { Empty, Notice, Shown } from '../../../ui/notice';
import { Filters, Pager } from '../../../ui/table';
import { INVITATIONS } from '../paths';
import { INVITATION_STATUSES } from '../search';
import { AccessRequestsCard } from './access-requests-card';
import { InvitationTable } from './invitation-table';
import { InviteDialog } from './invite-dialog';
import { texts } from './texts';

const route = getRouteApi('/signed-in/organizations/$organization/invitations');

export function Invitations() {
  const t = useTexts(texts);
  const organization = Number(route.useParams().organization);
  const { status, page = 1 } = route.useSearch();
  const may = usePermissions(organization);
  const [isInviting, setInviting] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const invitations = useRead(INVITATIONS, {
    params: { path: { org_id: organization }, query: { page, limit: 25, ...(status !== undefined && { status }) } },
  });
  // Unknown is not filled: what stands in the head is there for good, and a person may already press it. Rows of before say nothing.
  const isFilled = status !== undefined || invitations.isPlaceholderData || (invitations.data?.pagination.total ?? 0) > 0;
  const begin = may('member.invite') && (
    <Button look="primary" onClick={() => setInviting(true)}>
      {t.invite}
    </Button>
  );
  return (
    <Page title={t.title} lead={t.lead} actions={isFilled && begin}>
      {sentTo !== null && <Notice tone="good">{t.sent(sentTo)}</Notice>}
      <Shown of={invitations}>
        {(read) =>
          !isFilled ? (
            <Empty
              title={t.noneTitle}
              action={
                <Row>
                  {begin}
                  <Help at="roles#workspaces" about={t.title} />
                </Row>
              }
            >
              {t.none}
            </Empty>
          ) : (
            <List organization={organization} read={read} />
          )
        }
      </Shown>
      {may('organization.update') && <AccessRequestsCard organization={organization} />}
      <InviteDialog
        organization={organization}
        isOpen={isInviting}
        onClose={() => setInviting(false)}
        onSent={(email) => {
          setInviting(false);
          setSentTo(email);
        }}
      />
    </Page>
  );
}

interface ListProps {
  readonly organization: number;
  readonly read: Read<typeof INVITATIONS>;
}

function List({ organization, read }: ListProps) {
  const t = useTexts(texts);
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <Filters>
        <SelectField
          label={t.status}
          value={status ?? ''}
          onChange={({ target: { value } }) => void navigate({ search: choiceIn({ status: value }, 'status', INVITATION_STATUSES) })}
        >
          <option value="">{t.all}</option>
          {INVITATION_STATUSES.map((one) => (
            <option key={one} value={one}>
              {t[one]}
            </option>
          ))}
        </SelectField>
      </Filters>
      {read.invitations.length === 0 ? (
        <p>{t.noneOfState}</p>
      ) : (
        <InvitationTable organization={organization} invitations={read.invitations} />
      )}
      <Pager pagination={read.pagination} />
    </>
  );
}
