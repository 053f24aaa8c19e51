import { unwrap } from '@headgate/client';
import { useTexts, catalogue } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { Row } from '../../../ui/layout';
import { Problem } from '../../../ui/notice';
import { pngOf } from '../../../ui/picture';
import { download } from '../../../ui/secret';
import { type DiagramQuery, SCHEMA } from './relation';

const texts = catalogue(
  {
    files: 'Download the diagram',
    tooLarge: 'This picture is too large for your browser. Download the SVG instead.',
  },
  {
    files: 'Diagramm herunterladen',
    tooLarge: 'So ein großes Bild kann dieser Browser nicht erzeugen. Laden Sie das SVG herunter; es hat keine feste Größe.',
  },
);

interface DiagramFilesProps {
  readonly source: number;
  readonly query: DiagramQuery;
  readonly svg: string;
}

/** The picture as the service drew it, as a picture of dots, and as text. */
export function DiagramFiles({ source, query, svg }: DiagramFilesProps) {
  const t = useTexts(texts);
  const name = ['diagram', String(source), query.schema_name, query.table].filter(Boolean).join('-');
  const png = useAction(() => pngOf(svg, t.tooLarge), {
    onDone: (picture) => download(`${name}.png`, picture, 'image/png'),
  });
  const mermaid = useAction(
    async () =>
      unwrap(
        await headgate.GET(`${SCHEMA}/diagram`, {
          params: { path: { data_source_id: source }, query: { ...query, format: 'mermaid' } },
        }),
      ),
    { onDone: (text) => download(`${name}.mmd`, text, 'text/vnd.mermaid') },
  );
  return (
    <>
      <div role="group" aria-label={t.files}>
        <Row>
          <Button onClick={() => download(`${name}.svg`, svg, 'image/svg+xml')}>SVG</Button>
          <Button isBusy={png.isRunning} onClick={() => png.run(undefined)}>
            PNG
          </Button>
          <Button isBusy={mermaid.isRunning} onClick={() => mermaid.run(undefined)}>
            Mermaid
          </Button>
        </Row>
      </div>
      <Problem error={png.error ?? mermaid.error} />
    </>
  );
}
