import { unwrap } from '@headgate/client';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/notice';
import { download } from '../../ui/secret';
import { type PeopleSearch, filterOf } from './people-search';
import { texts } from './people-texts';
import { useOrganizationId } from '../../session/organization';

const PATH = '/api/v1/sso/enforcement/migration-plan/{organization_id}/users.csv';

/** The list with its filters as a file. A plain link would not work: the access token is in the memory of this page. */
export function CsvButton({ search }: { readonly search: PeopleSearch }) {
  const t = useTexts(texts);
  const organization = useOrganizationId();
  const fetchFile = useAction(
    async () => unwrap(await headgate.GET(PATH, { params: { path: { organization_id: organization }, query: filterOf(search) } })),
    { onDone: (text) => download(`migration-users-${organization}.csv`, text, 'text/csv') },
  );
  return (
    <>
      <Button isBusy={fetchFile.isRunning} onClick={() => fetchFile.run(undefined)}>
        {t.csv}
      </Button>
      <Problem error={fetchFile.error} />
    </>
  );
}
