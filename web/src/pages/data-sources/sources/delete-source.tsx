import { unwrap } from '@headgate/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Card } from '../../../ui/layout';
import type { Source } from '../engines';

const texts = catalogue(
  {
    title: 'Delete this data source',
    verb: 'Delete data source',
    text:
      'This removes its connection and everything known about its schema. The database itself stays as it is. ' +
      'Templates that use it then need another data source.',
  },
  {
    title: 'Diese Datenquelle löschen',
    verb: 'Datenquelle löschen',
    text: 'Ihre Verbindung und alles, was über ihr Schema bekannt ist, werden hier entfernt. Die Datenbank selbst bleibt unberührt. Vorlagen, die sie verwenden, brauchen danach eine andere.',
  },
);

export function DeleteSource({ source }: { readonly source: Source }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const remove = useAction(
    async () =>
      unwrap(
        await headgate.DELETE('/api/v1/data-sources/{data_source_id}', {
          params: { path: { data_source_id: source.id } },
          ifMatch: source,
        }),
      ),
    { changes: ['/api/v1/data-sources'], onDone: () => void navigate({ to: '/data-sources', ignoreBlocker: true }) },
  );
  return (
    <Card title={t.title}>
      <p>{t.text}</p>
      <div>
        <Button look="danger" onClick={() => setOpen(true)}>
          {t.verb}
        </Button>
      </div>
      <Confirm
        title={t.title}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        name={source.name}
        verb={t.verb}
        onConfirm={() => remove.run(undefined)}
        isBusy={remove.isRunning}
        error={remove.error}
      >
        <p>{t.text}</p>
      </Confirm>
    </Card>
  );
}
