import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { Page } from '../../ui/layout';
import { OrganizationExport } from '../evidence/organization-export';
import { texts } from './texts';
import { Trail } from './trail';

const ROUTE = '/signed-in/organizations/$organization/audit';

export function AuditPage() {
  const t = useTexts(texts);
  const { organization } = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  return (
    <Page title={t.title} lead={t.lead}>
      <Trail
        key={organization}
        place={Number(organization)}
        search={search}
        onSearch={(next) => void navigate({ to: '/organizations/$organization/audit', params: { organization }, search: next })}
      />
      <OrganizationExport key={`export ${organization}`} organization={Number(organization)} />
    </Page>
  );
}
