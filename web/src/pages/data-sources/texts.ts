import { catalogue } from '../../i18n/texts';

/** What the pages of data sources share. */
export const texts = catalogue(
  {
    title: 'Data sources',
    schema: 'Schema',
    ask: 'Ask',
    query: 'Query',
    knowledge: 'Knowledge',
    tags: 'Tags',
    settings: 'Settings',
    parts: 'Parts of this data source',
    unnamed: 'Data source',
    table: 'Table',
    partitioned_table: 'Partitioned table',
    foreign_table: 'Foreign table',
    view: 'View',
    materialized_view: 'Materialized view',
  },
  {
    title: 'Datenquellen',
    schema: 'Schema',
    ask: 'Fragen',
    query: 'Abfrage',
    knowledge: 'Wissen',
    tags: 'Tags',
    settings: 'Einstellungen',
    parts: 'Bereiche dieser Datenquelle',
    unnamed: 'Datenquelle',
    table: 'Tabelle',
    partitioned_table: 'Partitionierte Tabelle',
    foreign_table: 'Fremdtabelle',
    view: 'Sicht',
    materialized_view: 'Materialisierte Sicht',
  },
);
