import { Autocomplete } from '@base-ui/react/autocomplete';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { type Me, permissionsIn, placesOf } from '../session/me';
import { useRead } from '../session/read';
import { Dialog } from '../ui/dialog';
import { nameOf } from '../ui/person';
import { useRested } from '../ui/rested';
import { groupsOf, texts as navigation } from './navigation';
import styles from './palette.module.css';

const texts = catalogue(
  {
    title: 'Go to',
    search: 'Page, person, data source, table, question, template, policy or action',
    nothing: 'Nothing has this name. Try another word.',
    source: 'Data source',
    table: 'Table',
    template: 'Template',
    policy: 'Access policy',
    dataPolicy: 'Data policy',
    question: 'Saved question',
    workspace: 'Workspace',
    ask: (source: string) => `Ask ${source}`,
    query: (source: string) => `Query ${source}`,
    action: 'Action',
    newSource: 'New data source',
    newTemplate: 'New template',
    newRole: 'Create a role',
    newPolicy: 'Write an access policy',
    newDataPolicy: 'Write a data policy',
    newProvider: 'Connect an identity provider',
  },
  {
    title: 'Springen zu',
    search: 'Seite, Person, Datenquelle, Tabelle, Frage, Vorlage, Regel oder Aktion',
    nothing: 'Nichts gefunden. Versuchen Sie es mit einem anderen Wort.',
    source: 'Datenquelle',
    table: 'Tabelle',
    template: 'Vorlage',
    policy: 'Zugriffsregel',
    dataPolicy: 'Datenregel',
    question: 'Gespeicherte Frage',
    workspace: 'Arbeitsbereich',
    ask: (source: string) => `${source} befragen`,
    query: (source: string) => `${source} abfragen`,
    action: 'Aktion',
    newSource: 'Neue Datenquelle',
    newTemplate: 'Neue Vorlage',
    newRole: 'Rolle anlegen',
    newPolicy: 'Zugriffsregel schreiben',
    newDataPolicy: 'Datenregel schreiben',
    newProvider: 'Identitätsanbieter verbinden',
  },
);

interface Place {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly label: string;
  /** What kind of thing it is, or where it stands in the menu. */
  readonly kind: string;
}

const EACH = 5;
const LARGEST_PAGE = 100;
const PAUSE_MS = 150;

interface PaletteProps {
  readonly me: Me;
  /** The organization whose pages the menu shows. */
  readonly organization: number | null;
  readonly onClose: () => void;
}

/** Leads to pages, and to things of the shown organization, by a few letters of their names; to tables of the open data source. */
export function Palette({ me, organization, onClose }: PaletteProps) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState('');
  const sought = useRested(typed.trim(), PAUSE_MS);
  const pages = usePages(me, organization).filter(({ label }) => begins(label, typed));
  const things = useThings(me, organization, sought);
  const places = [...pages, ...(typed.trim() === '' ? [] : things)];
  const navigate = useNavigate();
  const go = ({ to, search = {} }: Place): void => {
    onClose();
    void navigate({ to, search });
  };
  return (
    <Dialog title={t.title} isOpen onClose={onClose} losesNothing>
      <Autocomplete.Root inline open mode="none" autoHighlight="always" items={places} value={typed} onValueChange={setTyped}>
        <Autocomplete.Input className={styles['input']} aria-label={t.search} placeholder={t.search} autoFocus />
        <Autocomplete.Empty className={styles['nothing']}>{t.nothing}</Autocomplete.Empty>
        <Autocomplete.List className={styles['list']}>
          {(place: Place) => (
            <Autocomplete.Item
              key={`${place.to} ${place.kind} ${place.label}`}
              value={place}
              className={styles['item']}
              onClick={() => go(place)}
            >
              <span>{place.label}</span>
              <span className={styles['kind']}>{place.kind}</span>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  );
}

function usePages(me: Me, organization: number | null): readonly Place[] {
  const t = useTexts(texts);
  const names = useTexts(navigation);
  const entries = groupsOf(me, organization).flatMap(({ label: group, entries: of }) =>
    of.map(({ to, label }) => ({ to, label: names[label], kind: names[group] })),
  );
  const may = permissionsIn(me, organization);
  const here = `/organizations/${organization}`;
  const inPlaces = (permission: string): boolean => placesOf(me, permission).length > 0;
  const inOrganization = (permission: string): boolean => organization !== null && may.has(permission);
  const actions = [
    { isOpen: inPlaces('data_source.write'), to: '/data-sources/new', label: t.newSource },
    { isOpen: inPlaces('template.write'), to: '/templates/new', label: t.newTemplate },
    { isOpen: inOrganization('role.manage'), to: `${here}/roles/new`, label: t.newRole },
    { isOpen: inOrganization('abac.manage'), to: `${here}/policies/new`, label: t.newPolicy },
    { isOpen: inOrganization('abac.manage'), to: `${here}/data-policies/new`, label: t.newDataPolicy },
    { isOpen: inOrganization('sso.manage'), to: `${here}/sso/new`, label: t.newProvider },
  ];
  return [
    { to: '/', label: names.start, kind: '' },
    ...entries,
    { to: '/account', label: names.account, kind: '' },
    ...actions.filter(({ isOpen }) => isOpen).map(({ to, label }) => ({ to, label, kind: t.action })),
  ];
}

function useThings(me: Me, organization: number | null, search: string): readonly Place[] {
  const t = useTexts(texts);
  const { source } = useParams({ strict: false });
  const may = permissionsIn(me, organization);
  const query = { limit: EACH, search };
  const isAsked = search !== '';
  const org = { org_id: organization ?? 0 };
  const here = organization === null ? '' : `/organizations/${organization}`;
  const mayInOrganization = (permission: string): boolean => isAsked && organization !== null && may.has(permission);
  const isEnabled = (permission: string): { enabled: boolean } => ({ enabled: isAsked && placesOf(me, permission).length > 0 });
  const sources = useRead('/api/v1/data-sources', { params: { query } }, isEnabled('data_source.read')).data;
  const templates = useRead('/api/v1/prompt-templates', { params: { query } }, isEnabled('template.read')).data;
  const schema = useRead(
    '/api/v1/data-sources/{data_source_id}/schema',
    { params: { path: { data_source_id: Number(source ?? 0) }, query } },
    { enabled: isAsked && source !== undefined },
  ).data;
  const people = useRead(
    '/api/v1/organizations/{org_id}/members',
    { params: { path: org, query } },
    { enabled: mayInOrganization('member.read') },
  ).data;
  const questions = useRead('/api/v1/saved-questions', { params: { query } }, isEnabled('query.run')).data;
  const workspaces = useRead(
    '/api/v1/organizations/{org_id}/workspaces',
    { params: { path: org, query: { limit: LARGEST_PAGE } } },
    { enabled: isAsked && organization !== null && placesOf(me, 'workspace.read').some(({ id }) => id === organization) },
  ).data;
  const ofOrganization = { params: { query: { organization_id: organization ?? 0 } } };
  const dataPolicies = useRead('/api/v1/sso/abac/data-policies', ofOrganization, { enabled: mayInOrganization('abac.read') }).data;
  const policies = useRead('/api/v1/sso/abac/policies', ofOrganization, { enabled: mayInOrganization('abac.read') }).data;
  const named = <Of extends { readonly name: string }>(all: readonly Of[] = []): readonly Of[] =>
    all.filter(({ name }) => begins(name, search)).slice(0, EACH);
  return [
    ...(sources?.data_sources ?? []).flatMap(({ id, name, organization_id: of, workspace_id: within }) => [
      { to: `/data-sources/${id}`, label: name, kind: t.source },
      ...(permissionsIn(me, of, within).has('query.run')
        ? [
            { to: `/data-sources/${id}/ask`, label: t.ask(name), kind: t.action },
            { to: `/data-sources/${id}/query`, label: t.query(name), kind: t.action },
          ]
        : []),
    ]),
    ...(schema?.tables ?? []).map(({ schema_name: of, name: table }) => ({
      to: `/data-sources/${source}/schema`,
      search: { schema: of, table },
      label: table,
      kind: `${t.table} · ${of}`,
    })),
    ...(templates?.prompt_templates ?? []).map(({ id, name }) => ({ to: `/templates/${id}`, label: name, kind: t.template })),
    ...(people?.members ?? []).map((member) => ({ to: `${here}/members/${member.user_id}`, label: nameOf(member), kind: member.email })),
    ...(questions?.saved_questions ?? []).map(({ id, title }) => ({ to: `/saved-questions/${id}`, label: title, kind: t.question })),
    ...named(workspaces?.workspaces).map(({ id, name }) => ({ to: `${here}/workspaces/${id}`, label: name, kind: t.workspace })),
    ...named(policies?.policies).map(({ id, name }) => ({ to: `${here}/policies/${id}`, label: name, kind: t.policy })),
    ...named(dataPolicies?.data_policies).map(({ id, name }) => ({ to: `${here}/data-policies/${id}`, label: name, kind: t.dataPolicy })),
  ];
}

/** Whether a word of the text begins so. */
function begins(text: string, search: string): boolean {
  return ` ${text.toLocaleLowerCase()}`.includes(` ${search.trim().toLocaleLowerCase()}`);
}
