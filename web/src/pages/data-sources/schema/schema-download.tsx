import { unwrap } from '@headgate/client';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { Problem } from '../../../ui/notice';
import { download } from '../../../ui/secret';
import { SCHEMA } from './relation';

const texts = catalogue(
  { download: 'Download schema', what: 'All tables with their columns and keys, as JSON lines' },
  { download: 'Schema herunterladen', what: 'Alle Tabellen mit ihren Spalten und Schlüsseln, als JSON-Zeilen' },
);

/** The whole schema as a file; the browser keeps its lines on its disk. */
export function SchemaDownload({ source }: { readonly source: number }) {
  const t = useTexts(texts);
  const save = useAction(
    async () => {
      const params = { path: { data_source_id: source } };
      return new Response(unwrap(await headgate.GET(`${SCHEMA}/export`, { params }))).blob();
    },
    { onDone: (lines) => download(`schema-${source}.ndjson`, lines, 'application/x-ndjson') },
  );
  return (
    <>
      <div>
        <Button title={t.what} isBusy={save.isRunning} onClick={() => save.run(undefined)}>
          {t.download}
        </Button>
      </div>
      <Problem error={save.error} />
    </>
  );
}
