import { unwrap } from '@headgate/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { type Me, placesOf, useMe } from '../../../session/me';
import { Button } from '../../../ui/button';
import { TextArea, TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Card, Page } from '../../../ui/layout';
import { Forbidden, Loading, Problem } from '../../../ui/notice';
import { SaveRow, Restored } from '../../../ui/unsaved';
import { NewPlaceFields, placeAsked, useNewPlace } from '../../../ui/workspace';
import { namesIn } from '../placeholders';
import { LIST } from '../template';
import styles from '../templates.module.css';
import { madeFor } from './parameters-editor';
import { Preview } from './preview';
import { texts } from './texts';

const EMPTY = { name: '', description: '', template_text: '', category: '' };

export function NewTemplate() {
  const t = useTexts(texts);
  const me = useMe();
  const homes = me === undefined ? [] : placesOf(me, 'template.write');
  return (
    <Page title={t.newTitle} lead={t.newLead}>
      {me === undefined ? <Loading /> : homes.length === 0 ? <Forbidden /> : <NewForm homes={homes} />}
    </Page>
  );
}

function NewForm({ homes }: { readonly homes: Me['organizations'] }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const place = placeAsked(homes, useSearch({ from: '/signed-in/templates/new' }));
  const draft = useDraft('template', { ...EMPTY, place });
  const { place: chosen, ...given } = draft.value;
  const at = useNewPlace(homes, 'template.write', chosen, (next) => draft.patch({ place: next }));
  const { organization, workspace } = at.place;
  const parameters = namesIn(given.template_text).map((name) => ({ ...madeFor(name) }));
  const create = useAction(
    async () => {
      const { category, ...rest } = given;
      const body = { ...rest, organization_id: organization, workspace_id: workspace, parameters, ...(category !== '' && { category }) };
      return unwrap(await headgate.POST(LIST, { body }));
    },
    {
      changes: [LIST],
      onDone: ({ id }) => {
        draft.begin();
        void navigate({
          to: '/templates/$template/edit',
          params: { template: String(id) },
          search: namesIn(given.template_text).length > 0 ? { tab: 'parameters' } : {},
        });
      },
    },
  );
  const field = (name: keyof typeof EMPTY) => ({
    value: given[name],
    error: create.fieldError(name),
    onChange: ({ target }: { target: { value: string } }) => draft.patch({ [name]: target.value }),
  });
  return (
    <>
      <Card>
        <Form onSubmit={() => create.run(undefined)} label={t.newTitle}>
          <NewPlaceFields {...at} />
          <TextField isProse label={t.name} required {...field('name')} />
          <div className={styles['editor']}>
            <TextArea isProse label={t.text} required hint={t.textHint} {...field('template_text')} />
          </div>
          <TextArea isProse label={t.description} rows={2} {...field('description')} />
          <TextField isProse isShort label={t.category} {...field('category')} />
          <Restored of={draft} />
          <Problem error={create.error} />
          <SaveRow>
            <Button type="submit" look="primary" isBusy={create.isRunning}>
              {t.create}
            </Button>
          </SaveRow>
        </Form>
      </Card>
      {given.template_text !== '' && <Preview organization={organization} content={{ template_text: given.template_text, parameters }} />}
    </>
  );
}
