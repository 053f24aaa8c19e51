import { Link } from '@tanstack/react-router';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { type Read, useRead } from '../../../session/read';
import { LinkButton } from '../../../ui/button';
import { Card, Row } from '../../../ui/layout';
import { Problem } from '../../../ui/notice';
import { SOURCES, TEMPLATES } from '../paths';
import type { Place } from './place';
import { texts } from './texts';

/** So many are named here; the lists have all of them. */
const SHOWN = 10;

type Allowed = (permission: string) => boolean;

/** What the person sees of what a workspace holds: the first of each kind, and how many there are. */
export function useHeld({ organization, workspace }: Place, may: Allowed) {
  const query = { organization_id: organization, workspace_id: workspace, limit: SHOWN };
  const sources = useRead(SOURCES, { params: { query } }, { enabled: may('data_source.read') });
  const templates = useRead(TEMPLATES, { params: { query } }, { enabled: may('template.read') });
  return { sources: sources.data, templates: templates.data, error: sources.error ?? templates.error };
}

interface HoldsCardProps {
  readonly place: Place;
  readonly may: Allowed;
}

export function HoldsCard({ place, may }: HoldsCardProps) {
  const t = useTexts(texts);
  const held = useHeld(place, may);
  const { sources, templates, error } = held;
  if (!may('data_source.read') && !may('template.read')) return null;
  const isNothing = sources?.pagination.total === 0 && templates?.pagination.total === 0;
  return (
    <Card
      title={t.holds}
      actions={
        <Row>
          {may('data_source.write') && (
            <LinkButton to="/data-sources/new" search={place}>
              {t.newSource}
            </LinkButton>
          )}
          {may('template.write') && (
            <LinkButton to="/templates/new" search={place}>
              {t.newTemplate}
            </LinkButton>
          )}
        </Row>
      }
    >
      <Problem error={error} />
      {isNothing ? <p>{t.holdsNothing}</p> : <HeldCounts place={place} held={held} isNamed />}
    </Card>
  );
}

interface HeldCountsProps {
  readonly place: Place;
  readonly held: {
    readonly sources: Read<typeof SOURCES> | undefined;
    readonly templates: Read<typeof TEMPLATES> | undefined;
  };
  /** Each by its name too. */
  readonly isNamed?: boolean;
}

/** How much of each kind there is, with the way to it. */
export function HeldCounts({ place, held: { sources, templates }, isNamed = false }: HeldCountsProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  return (
    <>
      {sources !== undefined && sources.pagination.total > 0 && (
        <div>
          <Link to="/data-sources" search={place}>
            {t.sourceCount(number(sources.pagination.total))}
          </Link>
          {isNamed && (
            <ul aria-label={t.sources}>
              {sources.data_sources.map(({ id, name }) => (
                <li key={id}>
                  <Link to="/data-sources/$source/schema" params={{ source: String(id) }}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {templates !== undefined && templates.pagination.total > 0 && (
        <div>
          <Link to="/templates" search={place}>
            {t.templateCount(number(templates.pagination.total))}
          </Link>
          {isNamed && (
            <ul aria-label={t.templates}>
              {templates.prompt_templates.map(({ id, name }) => (
                <li key={id}>
                  <Link to="/templates/$template" params={{ template: String(id) }}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}
