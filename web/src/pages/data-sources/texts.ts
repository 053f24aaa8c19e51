import { catalogue } from '../../i18n/texts';

/** What the pages of data sources share. */
export const texts = catalogue(
  {
    title: 'Data sources',
    schema: 'Schema',
    query: 'Query',
    settings: 'Settings',
    parts: 'Parts of this data source',
    all: 'All data sources',
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
    query: 'Abfrage',
    settings: 'Einstellungen',
    parts: 'Bereiche dieser Datenquelle',
    all: 'Alle Datenquellen',
    unnamed: 'Datenquelle',
    table: 'Tabelle',
    partitioned_table: 'Partitionierte Tabelle',
    foreign_table: 'Fremdtabelle',
    view: 'Sicht',
    materialized_view: 'Materialisierte Sicht',
  },
);
