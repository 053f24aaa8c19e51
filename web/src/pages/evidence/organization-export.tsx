import { unwrap } from '@headgate/client';
import { OF_EXPORTS } from '../../../../src/shared/of-exports';
import { useTexts } from '../../i18n/texts';
import { headgate } from '../../session/client';
import { usePermissions } from '../../session/me';
import { reading } from '../../session/read';
import { ExportCard } from './export-card';
import { texts } from './texts';

const PATH = '/api/v1/organizations/{org_id}/export';

/** For those who may see every part of it; to others it would only say that it is forbidden. */
export function OrganizationExport({ organization }: { readonly organization: number }) {
  const t = useTexts(texts);
  const may = usePermissions(organization);
  const params = { path: { org_id: organization } };
  if (!OF_EXPORTS.every(may)) return null;
  return (
    <ExportCard
      title={t.ofOrganization}
      text={t.ofOrganizationText}
      path={PATH}
      read={reading(PATH, { params })}
      ask={async () => unwrap(await headgate.POST(PATH, { params }))}
      fetchFile={async () => unwrap(await headgate.GET(`${PATH}/file`, { params }))}
      fileName={`headgate-organization-${organization}.zip`}
    />
  );
}
