import { unwrap } from '@headgate/client';
import { getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useDraft } from '../../session/draft';
import { usePermissions } from '../../session/me';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Help } from '../../ui/help';
import { Card, Page, Row } from '../../ui/layout';
import { Forbidden, Problem } from '../../ui/notice';
import { Unsaved } from '../../ui/unsaved';
import { DraftFields } from './draft-fields';
import { useLacks } from './form/lacks';
import { EXAMPLE, POLICIES, examplesIn } from './policy-api';
import { texts } from './texts';

const route = getRouteApi('/signed-in/organizations/$organization/policies/new');

export function NewPolicy() {
  const t = useTexts(texts);
  const { organization } = route.useParams();
  const may = usePermissions(Number(organization));
  return (
    <Page title={t.create} lead={t.newLead}>
      {may('abac.manage') ? <NewForm organization={Number(organization)} /> : <Forbidden />}
    </Page>
  );
}

function NewForm({ organization }: { readonly organization: number }) {
  const t = useTexts(texts);
  const navigate = route.useNavigate();
  const draft = useDraft('policy', { name: '', description: '', ...EXAMPLE });
  const { name, description, ...content } = draft.value;
  const examples = examplesIn(content.examples);
  const lacks = useLacks(content.form);
  const save = useAction(
    async () => {
      const body = { organization_id: organization, name: name.trim(), description, text: content.text };
      return unwrap(await headgate.POST(POLICIES, { body: { ...body, examples: examples ?? [] } })).policy;
    },
    {
      changes: [POLICIES],
      onDone: ({ id }) => {
        draft.begin();
        void navigate({
          to: '/organizations/$organization/policies/$policy',
          params: { organization: String(organization), policy: String(id) },
          ignoreBlocker: true,
        });
      },
    },
  );
  return (
    <Form label={t.create} onSubmit={() => save.run(undefined)} lacks={[...(examples === undefined ? [t.examples] : []), ...lacks]}>
      <Card title={t.content} actions={<Help at="policies#what-a-policy-can-read" about={t.content} />}>
        <TextField
          isProse
          label={t.name}
          required
          value={name}
          onChange={({ target }) => draft.patch({ name: target.value })}
          error={save.fieldError('name')}
        />
        <TextField
          isProse
          label={t.description}
          value={description}
          onChange={({ target }) => draft.patch({ description: target.value })}
          error={save.fieldError('description')}
        />
        <DraftFields key={String(draft.isRestored)} organization={organization} draft={content} onChange={(next) => draft.patch(next)} />
        <Problem error={save.error} />
        <Row>
          <Button type="submit" look="primary" isBusy={save.isRunning}>
            {t.save}
          </Button>
          <Button
            onClick={() =>
              void navigate({
                to: '/organizations/$organization/policies',
                params: { organization: String(organization) },
              })
            }
          >
            {t.cancel}
          </Button>
        </Row>
      </Card>
      <Unsaved of={draft} />
    </Form>
  );
}
