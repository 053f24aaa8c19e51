import { catalogue, useTexts } from '../i18n/texts';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { Actions, Dialog } from './dialog';
import dialog from './dialog.module.css';
import { Notice } from './notice';
import { Row } from './layout';

const texts = catalogue(
  {
    once: 'This is shown once. Store it now; it cannot be shown again.',
    download: 'Download',
    stored: 'I have stored it',
  },
  {
    once: 'Das wird nur einmal angezeigt. Bewahren Sie es jetzt auf; niemand kann es noch einmal anzeigen.',
    download: 'Herunterladen',
    stored: 'Ich habe es aufbewahrt',
  },
);

interface SecretProps {
  readonly title: string;
  /** Kept in the state of the page that made it, never in the query cache, an address or a store. */
  readonly secret: string | null;
  readonly fileName: string;
  readonly onStored: () => void;
}

/** A secret that the service shows once. Neither Escape nor a stray click closes it. */
export function SecretOnce({ title, secret, fileName, onStored }: SecretProps) {
  return (
    <Dialog title={title} isOpen={secret !== null}>
      {secret !== null && <SecretBody secret={secret} fileName={fileName} onStored={onStored} />}
    </Dialog>
  );
}

interface BodyProps {
  readonly secret: string;
  readonly fileName: string;
  readonly onStored: () => void;
}

function SecretBody({ secret, fileName, onStored }: BodyProps) {
  const t = useTexts(texts);
  return (
    <>
      <Notice tone="warning">{t.once}</Notice>
      <div className={dialog['secret']} data-testid="secret">
        {secret}
      </div>
      <Row>
        <CopyButton value={secret} />
        <Button onClick={() => download(fileName, `${secret}\n`, 'text/plain')}>{t.download}</Button>
      </Row>
      <Actions>
        <Button look="primary" onClick={onStored}>
          {t.stored}
        </Button>
      </Actions>
    </>
  );
}

/** Hands something to the person as a file. */
export function download(name: string, content: string | Blob, type: string): void {
  // Without this mark, Excel does not read the file as UTF-8.
  const mark = type.startsWith('text/csv') ? '\uFEFF' : '';
  const address = URL.createObjectURL(new Blob([mark, content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
