import { catalogue, useTexts } from '../../../i18n/texts';
import styles from '../organization.module.css';

type Fact = string | number | readonly string[];

const changes = catalogue(
  {
    activate_policy: 'Activate an access policy',
    disable_policy: 'Disable an access policy, so that what it refuses may be allowed',
    activate_data_policy: 'Activate a data policy, which hides data',
    disable_data_policy: 'Disable a data policy, so that what it hides is shown',
    change_data_policy: 'Change an active data policy',
    set_labels: 'Change the labels of a workspace, on which policies depend',
    create_workspace: 'Create a workspace with labels, on which policies depend',
    set_attributes: 'Change the attributes of a member, on which policies depend',
    set_tag: 'Change a tag of a column, on which data policies depend',
    review_columns: 'Mark columns as reviewed, which may show them',
    share_template: 'Let all organizations of this installation read and use one of your prompt templates',
    allow_access_keys: 'Allow members to use keys for AI clients',
    allow_agents: 'Allow members to connect more AI clients',
    loosen_settings: 'Loosen settings about who gets in',
    other: 'Change something that decides who may read what',
  },
  {
    activate_policy: 'Eine Zugriffsregel aktivieren',
    disable_policy: 'Eine Zugriffsregel abschalten: Was sie verweigert, kann dann erlaubt sein',
    activate_data_policy: 'Eine Datenregel aktivieren: Sie verbirgt Daten',
    disable_data_policy: 'Eine Datenregel abschalten: Was sie verbirgt, wird dann gezeigt',
    change_data_policy: 'Eine aktive Datenregel ändern',
    set_labels: 'Die Labels eines Arbeitsbereichs ändern, nach denen sich Regeln richten',
    create_workspace: 'Einen Arbeitsbereich mit Labels anlegen, nach denen sich Regeln richten',
    set_attributes: 'Die Attribute eines Mitglieds ändern, nach denen sich Regeln richten',
    set_tag: 'Einen Tag einer Spalte ändern, nach dem sich Datenregeln richten',
    review_columns: 'Spalten als durchgesehen markieren, was sie zeigen kann',
    share_template: 'Alle Organisationen dieser Installation eine Ihrer Prompt-Vorlagen lesen und benutzen lassen',
    allow_access_keys: 'Mitgliedern Schlüssel für KI-Clients erlauben',
    allow_agents: 'Mitgliedern mehr KI-Clients erlauben',
    loosen_settings: 'Einstellungen lockern, die bestimmen, wer hereinkommt',
    other: 'Etwas ändern, das bestimmt, wer was lesen darf',
  },
);

const facts = catalogue(
  {
    policy: 'Policy',
    data_policy: 'Data policy',
    version: 'Version',
    effect: 'Effect',
    workspace: 'Workspace',
    labels: 'Labels',
    in_place_of: 'Until now',
    member: 'Member',
    attributes: 'Attributes',
    data_source: 'Data source',
    schema: 'Schema',
    relation: 'Table',
    column: 'Column',
    columns: 'Columns',
    tag: 'Tag',
    state: 'State',
    template: 'Template',
    settings: 'Settings',
    name: 'New name',
    description: 'New description',
    applies_when: 'For whom',
    rules: 'New rules',
    none: 'none',
  },
  {
    policy: 'Regel',
    data_policy: 'Datenregel',
    version: 'Version',
    effect: 'Wirkung',
    workspace: 'Arbeitsbereich',
    labels: 'Labels',
    in_place_of: 'Bisher',
    member: 'Mitglied',
    attributes: 'Attribute',
    data_source: 'Datenquelle',
    schema: 'Schema',
    relation: 'Tabelle',
    column: 'Spalte',
    columns: 'Spalten',
    tag: 'Tag',
    state: 'Zustand',
    template: 'Vorlage',
    settings: 'Einstellungen',
    name: 'Neuer Name',
    description: 'Neue Beschreibung',
    applies_when: 'Für wen',
    rules: 'Neue Regeln',
    none: 'keine',
  },
);

/** A change in the words of the language of the page: what it does, and the name of each part. Ids and digests stay out. */
export function ChangeWords({ subject }: { readonly subject: Readonly<Record<string, Fact>> }) {
  const t = useTexts(changes);
  const named = useTexts(facts);
  const { change, ...rest } = subject;
  const known = Object.entries(named).filter(([name]) => Object.hasOwn(rest, name));
  return (
    <>
      <div>{isKnown(t, change) ? t[change] : t.other}</div>
      {known.map(([name, label]) => (
        <div key={name} className={styles['soft']}>
          {label}: {inText(rest[name] ?? '', named.none)}
        </div>
      ))}
    </>
  );
}

function isKnown<Texts extends object>(texts: Texts, name: unknown): name is keyof Texts {
  return typeof name === 'string' && Object.hasOwn(texts, name);
}

function inText(fact: Fact, none: string): string {
  if (typeof fact !== 'object') return String(fact);
  return fact.length === 0 ? none : fact.join('; ');
}
