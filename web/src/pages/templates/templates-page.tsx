import { Link, useSearch } from '@tanstack/react-router';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { placesOf, useMe } from '../../session/me';
import { useRead } from '../../session/read';
import { LinkButton } from '../../ui/button';
import { Help } from '../../ui/help';
import { Page, Row } from '../../ui/layout';
import { Badge, Empty, Shown } from '../../ui/notice';
import { Pager } from '../../ui/table';
import { WorkspaceLink } from '../../ui/workspace';
import type { TemplatesSearch } from './templates-search';
import { LIST, TONES, type Template } from './template';
import { TemplateFilters } from './template-filters';
import styles from './templates.module.css';
import { texts } from './texts';

export function TemplatesPage() {
  const t = useTexts(texts);
  const search = useSearch({ from: '/signed-in/templates' });
  const me = useMe();
  const { organization, workspace, page = 1, ...filters } = search;
  const templates = useRead(LIST, {
    params: {
      query: {
        ...filters,
        page,
        limit: 24,
        ...(organization && { organization_id: organization }),
        ...(workspace && { workspace_id: workspace }),
      },
    },
  });
  const canWrite = me !== undefined && placesOf(me, 'template.write').length > 0;
  const create = (
    <LinkButton to="/templates/new" search={{ ...(organization && { organization }), ...(workspace && { workspace }) }} look="primary">
      {t.create}
    </LinkButton>
  );
  return (
    <Page title={t.title} lead={t.lead} actions={canWrite ? create : undefined}>
      <TemplateFilters search={search} canWrite={canWrite} />
      <Shown of={templates}>
        {({ prompt_templates: found, pagination }) => (
          <>
            {found.length === 0 && <Nothing search={search} canWrite={canWrite} />}
            <ul className={styles['list']}>
              {found.map((template) => (
                <li key={template.id}>
                  <Tile template={template} />
                </li>
              ))}
            </ul>
            <Pager pagination={pagination} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function Nothing({ search, canWrite }: { readonly search: TemplatesSearch; readonly canWrite: boolean }) {
  const t = useTexts(texts);
  if (Object.keys(search).length > 0) {
    return (
      <Empty title={t.nothingTitle} action={<LinkButton to="/templates">{t.clear}</LinkButton>}>
        {t.nothing}
      </Empty>
    );
  }
  return (
    <Empty
      title={t.emptyTitle}
      action={
        <Row>
          {canWrite && (
            <LinkButton to="/templates/new" look="primary">
              {t.create}
            </LinkButton>
          )}
          <Help at="data#prompt-templates" about={t.title} />
        </Row>
      }
    >
      {canWrite ? t.empty : t.emptyRead}
    </Empty>
  );
}

function Tile({ template }: { readonly template: Template }) {
  const t = useTexts(texts);
  const { number, relative } = useFormats();
  return (
    <article className={styles['tile']}>
      <TemplateIcon of={template} />
      <div className={styles['body']}>
        <h2>
          <Link to="/templates/$template" params={{ template: String(template.id) }}>
            {template.name}
          </Link>
        </h2>
        <p>{template.description}</p>
        <Marks template={template} />
        <p className={styles['soft']}>
          {t.used(number(template.usage_count))} · {t.changed(relative(template.updated_at))}
        </p>
      </div>
    </article>
  );
}

/** What kind of template it is, in few words. */
export function Marks({ template }: { readonly template: Template }) {
  const t = useTexts(texts);
  return (
    <Row>
      {template.status !== 'published' && <Badge tone={TONES[template.status]}>{t[template.status]}</Badge>}
      {template.is_system_template && <Badge tone="good">{t.system}</Badge>}
      {template.is_public && <Badge>{t.shared}</Badge>}
      <WorkspaceLink organization={template.organization_id} workspace={template.workspace_id ?? null} />
      <Badge isName>{template.category}</Badge>
      {template.tags.map((tag) => (
        <span key={tag} className={styles['soft']}>
          #{tag}
        </span>
      ))}
    </Row>
  );
}

/**
 * The picture that a template was given, or the one made for it. A picture on another host is not shown: these pages
 * load nothing foreign.
 */
function TemplateIcon({ of }: { readonly of: Pick<Template, 'icon_presigned_url'> }) {
  const { pathname, search } = new URL(of.icon_presigned_url, location.origin);
  if (!pathname.startsWith('/icons/')) return <span className={styles['icon']} />;
  return <img className={styles['icon']} src={pathname + search} alt="" width="40" height="40" loading="lazy" />;
}
