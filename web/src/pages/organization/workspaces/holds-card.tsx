import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { LinkButton } from '../../../ui/button';
import { Card, Row } from '../../../ui/layout';
import { Loading, Problem } from '../../../ui/notice';
import { SOURCES, TEMPLATES } from '../paths';
import type { Place } from './place';
import { texts } from './texts';

/** How many are named here; the lists have all of them. */
const SHOWN = 10;

type Allowed = (permission: string) => boolean;

/** So much of a kind there is, and the first; `null` for what the person may not see, `undefined` while it is unknown. */
type HeldOfKind = { readonly total: number; readonly first: readonly Named[] } | null | undefined;

interface Named {
  readonly id: number;
  readonly name: string;
}

/** What the person sees of what a workspace holds. */
export function useHeld({ organization, workspace }: Place, may: Allowed) {
  const query = { organization_id: organization, workspace_id: workspace, limit: SHOWN };
  const [seesSources, seesTemplates] = [may('data_source.read'), may('template.read')];
  const sources = useRead(SOURCES, { params: { query } }, { enabled: seesSources });
  const templates = useRead(TEMPLATES, { params: { query } }, { enabled: seesTemplates });
  const held = {
    sources: seesSources ? heldIn(sources, sources.data?.data_sources) : null,
    templates: seesTemplates ? heldIn(templates, templates.data?.prompt_templates) : null,
  };
  return { held, isKnown: held.sources !== undefined && held.templates !== undefined, error: sources.error ?? templates.error };
}

interface Count {
  readonly data: { readonly pagination: { readonly total: number } } | undefined;
  /** What is shown is still that of another workspace. */
  readonly isPlaceholderData: boolean;
}

function heldIn({ data, isPlaceholderData }: Count, first: readonly Named[] = []): HeldOfKind {
  return data === undefined || isPlaceholderData ? undefined : { total: data.pagination.total, first };
}

interface HoldsCardProps {
  readonly place: Place;
  readonly may: Allowed;
}

export function HoldsCard({ place, may }: HoldsCardProps) {
  const t = useTexts(texts);
  const { held, isKnown, error } = useHeld(place, may);
  if (!may('data_source.read') && !may('template.read')) return null;
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
      {!isKnown && error === null && <Loading />}
      <HeldCounts place={place} held={held} isNamed />
    </Card>
  );
}

interface HeldCountsProps {
  readonly place: Place;
  readonly held: { readonly sources: HeldOfKind; readonly templates: HeldOfKind };
  /** Each by its name too, and said where there is none. */
  readonly isNamed?: boolean;
}

/** How much of each kind there is, with the way to it. */
export function HeldCounts({ place, held: { sources, templates }, isNamed = false }: HeldCountsProps) {
  const t = useTexts(texts);
  return (
    <>
      <Kind
        {...{ held: sources, isNamed, label: t.sources, none: t.noSources }}
        all={(count) => (
          <Link to="/data-sources" search={place}>
            {t.sourceCount(count)}
          </Link>
        )}
        one={({ id, name }) => (
          <Link to="/data-sources/$source/schema" params={{ source: String(id) }}>
            {name}
          </Link>
        )}
      />
      <Kind
        {...{ held: templates, isNamed, label: t.templates, none: t.noTemplates }}
        all={(count) => (
          <Link to="/templates" search={place}>
            {t.templateCount(count)}
          </Link>
        )}
        one={({ id, name }) => (
          <Link to="/templates/$template" params={{ template: String(id) }}>
            {name}
          </Link>
        )}
      />
    </>
  );
}

interface KindProps {
  readonly held: HeldOfKind;
  readonly isNamed: boolean;
  readonly label: string;
  readonly none: string;
  readonly all: (count: string) => ReactNode;
  readonly one: (item: Named) => ReactNode;
}

function Kind({ held, isNamed, label, none, all, one }: KindProps) {
  const { number } = useFormats();
  if (held === undefined || held === null) return null;
  if (held.total === 0) return isNamed && <p>{none}</p>;
  return (
    <div>
      <div>{all(number(held.total))}</div>
      {isNamed && (
        <ul aria-label={label}>
          {held.first.map((item) => (
            <li key={item.id}>{one(item)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
