import { catalogue } from '../../../i18n/texts';

const WHAT = {
  en: {
    schema: 'schema',
    relation: 'table or view',
    partitioning: 'partitioning of',
    enum_value: 'label of type',
    column: 'column',
    primary_key: 'primary key',
    unique_key: 'unique key',
    foreign_key: 'foreign key',
    check: 'check',
    exclusion_constraint: 'exclusion constraint',
    trigger: 'trigger',
    policy: 'policy',
    row_security: 'row security of',
    index: 'index',
    partition: 'partition',
    type: 'type',
  },
  de: {
    schema: 'Schema',
    relation: 'Tabelle oder Sicht',
    partitioning: 'Partitionierung von',
    enum_value: 'Wert des Typs',
    column: 'Spalte',
    primary_key: 'Primärschlüssel',
    unique_key: 'eindeutiger Schlüssel',
    foreign_key: 'Fremdschlüssel',
    check: 'Prüfung',
    exclusion_constraint: 'Ausschlussbedingung',
    trigger: 'Trigger',
    policy: 'Regel',
    row_security: 'Zeilenschutz von',
    index: 'Index',
    partition: 'Partition',
    type: 'Typ',
  },
} as const;

const ATTRIBUTE: Readonly<Record<'en' | 'de', Readonly<Record<string, string>>>> = {
  en: {
    nullable: 'empty allowed',
    readable: 'readable for the role that connects',
    values: 'order of labels',
    parents: 'inherits from',
    foreign: 'foreign source',
    options: 'what is unusual',
  },
  de: {
    type: 'Typ',
    kind: 'Art',
    nullable: 'leer erlaubt',
    default: 'Vorgabe',
    generated: 'berechnet',
    identity: 'Identität',
    comment: 'Kommentar',
    readable: 'lesbar für die verbundene Rolle',
    values: 'Werte',
    definition: 'Definition',
    base: 'Grundtyp',
    checks: 'Prüfungen',
    by: 'nach',
    name: 'Name',
    schema: 'Schema',
    collation: 'Sortierung',
    options: 'Besonderheiten',
    parents: 'erbt von',
    foreign: 'fremde Quelle',
    enabled: 'eingeschaltet',
    forced: 'auch für den Eigentümer',
    attributes: 'Felder',
  },
};

const wordOf = (words: Readonly<Record<string, string>>, name: string): string => words[name] ?? name;

/** Words for what differs between two snapshots. */
export const texts = catalogue(
  {
    added: 'added',
    dropped: 'dropped',
    changed: 'changed',
    renamed: 'renamed',
    what: (name: string) => wordOf(WHAT.en, name),
    attribute: (name: string) => wordOf(ATTRIBUTE.en, name),
  },
  {
    added: 'neu',
    dropped: 'entfernt',
    changed: 'geändert',
    renamed: 'umbenannt',
    what: (name: string) => wordOf(WHAT.de, name),
    attribute: (name: string) => wordOf(ATTRIBUTE.de, name),
  },
);
