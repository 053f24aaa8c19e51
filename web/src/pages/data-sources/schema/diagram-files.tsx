import { unwrap } from '@headgate/client';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { Problem } from '../../../ui/notice';
import { PictureFiles } from '../../../ui/picture-files';
import { download } from '../../../ui/secret';
import { type DiagramQuery, SCHEMA } from './relation';

interface DiagramFilesProps {
  readonly source: number;
  readonly query: DiagramQuery;
  readonly svg: string;
}

/** The picture as the service drew it, as a picture of dots, and as text. */
export function DiagramFiles({ source, query, svg }: DiagramFilesProps) {
  const name = ['diagram', String(source), query.schema_name, query.table].filter(Boolean).join('-');
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
      <PictureFiles name={name} svg={() => svg}>
        <Button isBusy={mermaid.isRunning} onClick={() => mermaid.run(undefined)}>
          Mermaid
        </Button>
      </PictureFiles>
      <Problem error={mermaid.error} />
    </>
  );
}
