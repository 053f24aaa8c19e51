import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { useRead } from '../../../session/read';
import { usePageOf } from '../../../session/place';
import { Help } from '../../../ui/help';
import { Card, Stack } from '../../../ui/layout';
import { Shown } from '../../../ui/notice';
import { Pager } from '../../../ui/table';
import { DOMAINS, type SsoConnection, isVouchedFor } from '../connection/read-connection';
import { texts } from '../texts';
import { ClaimForm } from './claim-form';
import { DomainTable } from './domain-table';
import { DomainRecord } from './domain-record';

interface DomainsProps {
  readonly organization: number;
  /** The connections among which one is chosen for a domain. */
  readonly connections: readonly SsoConnection[];
}

export function DomainsCard({ organization, connections }: DomainsProps) {
  const t = useTexts(texts);
  const may = usePermissions(organization);
  const page = usePageOf('domains');
  const [claimed, setClaimed] = useState<number | null>(null);
  const domains = useRead(DOMAINS, { params: { path: { org_id: organization }, query: { page, limit: 10 } } });
  return (
    <Card title={t.domains}>
      <p>
        {t.domainsText} <Help at="from-passwords-to-sso#2-connect-and-show-whose-domain-it-is" about={t.domains} />
      </p>
      <Shown of={domains}>
        {({ domains: rows, pagination }) => (
          <Stack>
            {rows.length === 0 ? (
              <p>{t.noDomains}</p>
            ) : (
              <DomainTable domains={rows} connections={connections} mayManage={may('sso.manage')} />
            )}
            <Pager pagination={pagination} list="domains" />
            {may('sso.manage') &&
              rows
                .filter((domain) => domain.status !== 'verified' || isVouchedFor(domain))
                .map((domain) => <DomainRecord key={domain.id} domain={domain} isNew={domain.id === claimed} />)}
            {may('sso.manage') && <ClaimForm organization={organization} isFirst={pagination.total === 0} onClaimed={setClaimed} />}
          </Stack>
        )}
      </Shown>
    </Card>
  );
}
