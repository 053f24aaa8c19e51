import type { HeadgateError } from '@headgate/client';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { useQuery } from '../../session/queries';
import type { Read } from '../../session/read';
import { Button } from '../../ui/button';
import { Card, Row } from '../../ui/layout';
import { Notice, Problem, Shown } from '../../ui/notice';
import { download } from '../../ui/secret';
import { texts } from './texts';

type Found = Read<'/api/v1/me/export'>;

interface ExportCardProps {
  readonly title: string;
  /** What is in it. */
  readonly text: string;
  readonly path: string;
  readonly read: UseQueryOptions<Found, HeadgateError>;
  /** @throws HeadgateError */
  readonly ask: () => Promise<unknown>;
  /** The file as it comes; the browser keeps it on its disk. @throws HeadgateError */
  readonly fetchFile: () => Promise<ReadableStream<Uint8Array>>;
  readonly fileName: string;
}

const EVERY_MS = 2_000;

/** Everything that is kept, as a file: asked for, followed until a job has made it, and downloaded. */
export function ExportCard({ title, text, path, read, ask, fetchFile, fileName }: ExportCardProps) {
  const t = useTexts(texts);
  const found = useQuery({ ...read, refetchInterval: ({ state }) => (state.data?.export?.state === 'waiting' ? EVERY_MS : false) });
  const request = useAction(ask, { changes: [path] });
  const save = useAction(async () => new Response(await fetchFile()).blob(), {
    onDone: (file) => download(fileName, file, 'application/zip'),
  });
  return (
    <Card title={title}>
      <p>{text}</p>
      <Shown of={found}>
        {({ export: made }) => (
          <>
            <Standing made={made} />
            <Row>
              {made?.state === 'ready' && (
                <Button look="primary" isBusy={save.isRunning} onClick={() => save.run(undefined)}>
                  {t.download}
                </Button>
              )}
              {made?.state !== 'waiting' && (
                <Button isBusy={request.isRunning} onClick={() => request.run(undefined)}>
                  {t.ask}
                </Button>
              )}
            </Row>
          </>
        )}
      </Shown>
      <Problem error={request.error ?? save.error} />
    </Card>
  );
}

function Standing({ made }: { readonly made: Found['export'] }) {
  const t = useTexts(texts);
  const { moment, number } = useFormats();
  if (made === null) return null;
  if (made.state === 'waiting') return <Notice>{t.waiting}</Notice>;
  if (made.state === 'failed') return <Notice tone="warning">{t.failed}</Notice>;
  const { finished_at: at, expires_at: until, size } = made;
  return <p>{t.ready(moment(at ?? made.requested_at), number(Math.ceil((size ?? 0) / 1024)), moment(until ?? made.requested_at))}</p>;
}
