import { useParams } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { permissionsIn, placesOf, useMe, usePermissions } from '../../session/me';
import { useRead } from '../../session/read';
import { LinkButton } from '../../ui/button';
import { Card, Page } from '../../ui/layout';
import { Badge, Notice, Shown } from '../../ui/notice';
import { Table } from '../../ui/table';
import { HistoryCard } from './run/history-card';
import { RunCard } from './run/run-card';
import { texts as runTexts } from './run/texts';
import { ONE, type Parameter, type Template } from './template';
import { Marks } from './templates-page';
import { texts } from './texts';
import { typeTexts } from './type-texts';

export function TemplatePage() {
  const t = useTexts(texts);
  const { template: id } = useParams({ from: '/signed-in/templates/$template' });
  const read = useRead(ONE, { params: { path: { template_id: Number(id) } } });
  const template = read.data;
  const may = usePermissions(template?.organization_id ?? null, template?.workspace_id);
  return (
    <Page
      title={template?.name ?? t.title}
      lead={template?.description}
      actions={
        may('template.write') && (
          <LinkButton to="/templates/$template/edit" params={{ template: id }}>
            {t.edit}
          </LinkButton>
        )
      }
    >
      <Shown of={read}>{(shown) => <View key={shown.id} template={shown} />}</Shown>
    </Page>
  );
}

function View({ template }: { readonly template: Template }) {
  const t = useTexts(texts);
  return (
    <>
      <Marks template={template} />
      <Runnable template={template} />
      <Card title={t.parameters}>
        <ParameterTable parameters={template.parameters} />
      </Card>
      <HistoryCard template={template} />
    </>
  );
}

/** The form, or why there is none. */
function Runnable({ template }: { readonly template: Template }) {
  const t = useTexts(runTexts);
  const me = useMe();
  // A template that another organization shares is run in one of the caller's own.
  const mayRun =
    me &&
    (placesOf(me, 'template.execute').length > 0 ||
      permissionsIn(me, template.organization_id, template.workspace_id).has('template.execute'));
  if (template.status === 'draft') return <Notice tone="warning">{t.notPublished}</Notice>;
  if (template.status === 'archived') return <Notice tone="warning">{t.archivedText}</Notice>;
  if (mayRun === undefined) return null;
  return mayRun ? <RunCard template={template} /> : <Notice>{t.mayNot}</Notice>;
}

function ParameterTable({ parameters }: { readonly parameters: readonly Parameter[] }) {
  const t = useTexts(texts);
  const types = useTexts(typeTexts);
  if (parameters.length === 0) return <p>{t.noParameters}</p>;
  return (
    <Table
      caption={t.parameters}
      rows={parameters}
      keyOf={({ name }) => name}
      columns={[
        { title: t.name, cell: ({ name }) => <code>{name}</code> },
        { title: t.kind, cell: ({ type }) => types[type] },
        {
          title: t.rules,
          cell: ({ required, default: standard, sensitive }) => (
            <>
              <Badge>{required && standard === undefined ? t.required : t.optional}</Badge>{' '}
              {standard !== undefined && <span>{t.standard(standard)} </span>}
              {sensitive === true && <Badge tone="warning">{t.sensitive}</Badge>}
            </>
          ),
        },
        { title: t.meaning, cell: ({ description }) => description ?? '' },
      ]}
    />
  );
}
