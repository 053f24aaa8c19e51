import { unwrap } from '@headgate/client';
import { getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useDraft } from '../../session/draft';
import { usePermissions } from '../../session/me';
import { Help } from '../../ui/help';
import { Page } from '../../ui/layout';
import { Forbidden } from '../../ui/notice';
import { DATA_POLICIES, type Draft, NEW, contentOf, isSame } from './data-policy-api';
import { DraftForm } from './draft-form';
import { texts } from './texts';

const route = getRouteApi('/signed-in/organizations/$organization/data-policies/new');

export function NewDataPolicy() {
  const t = useTexts(texts);
  const { organization } = route.useParams();
  const may = usePermissions(Number(organization));
  return (
    <Page
      title={t.create}
      lead={
        <>
          {t.newLead} <Help at="tags#rules" about={t.create} />
        </>
      }
    >
      {may('abac.manage') ? <NewForm organization={organization} /> : <Forbidden />}
    </Page>
  );
}

function NewForm({ organization }: { readonly organization: string }) {
  const t = useTexts(texts);
  const navigate = route.useNavigate();
  const kept = useDraft('policy', NEW, { isSame });
  const create = useAction(
    async (draft: Draft) => {
      const body = { organization_id: Number(organization), ...contentOf(draft) };
      return unwrap(await headgate.POST(DATA_POLICIES, { body })).data_policy;
    },
    {
      changes: [DATA_POLICIES],
      onDone: ({ id }) => {
        kept.begin();
        void navigate({
          to: '/organizations/$organization/data-policies/$policy',
          params: { organization, policy: String(id) },
          ignoreBlocker: true,
        });
      },
    },
  );
  return (
    <DraftForm
      organization={Number(organization)}
      policy={null}
      label={t.create}
      kept={kept}
      saved={null}
      save={create}
      onKeepMine={create.run}
      onClose={() => void navigate({ to: '/organizations/$organization/data-policies', params: { organization } })}
    />
  );
}
