import { unwrap } from '@headgate/client';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useRead } from '../../../session/read';
import { offerUndo } from '../../../session/undo';
import { CheckField } from '../../../ui/field';
import { Card } from '../../../ui/layout';
import { Problem, Shown } from '../../../ui/notice';

const texts = catalogue(
  {
    title: 'New data sources',
    label: 'Stay closed until someone who may activate policies opens them',
    opening: 'New data sources are now open at once.',
    lead: 'Before they open one, they can discover its schema, tag columns and write data policies.',
  },
  {
    title: 'Neue Datenquellen',
    label: 'Bleiben geschlossen, bis eine Person sie öffnet, die Regeln aktivieren darf',
    opening: 'Neue Datenquellen sind jetzt sofort offen.',
    lead: 'Wer eine Datenquelle öffnet, kann vorher ihr Schema erfassen, Spalten auszeichnen und Datenregeln schreiben.',
  },
);

const SETTINGS = '/api/v1/organizations/{org_id}/settings';

/** For people who may publish policies. */
export function NewSourcesCard({ organization }: { readonly organization: number }) {
  const t = useTexts(texts);
  const read = useRead(SETTINGS, { params: { path: { org_id: organization } } });
  const put = async (isClosed: boolean) => {
    const body = { settings: { new_data_sources: isClosed ? 'closed' : 'open' } } as const;
    unwrap(await headgate.PATCH('/api/v1/organizations/{org_id}', { params: { path: { org_id: organization } }, body }));
    return isClosed;
  };
  const save = useAction(put, {
    changes: [SETTINGS],
    // An undo sends no version: it may close them over another person's change, but never open them.
    onDone: (isClosed) => {
      if (!isClosed) offerUndo({ text: t.opening, changes: [SETTINGS], undo: () => put(true) });
    },
  });
  return (
    <Card title={t.title}>
      <Shown of={read}>
        {({ settings }) => (
          // A setting, which is saved at once, and no filter of the list above.
          <div role="group" aria-label={t.title}>
            <CheckField
              label={t.label}
              checked={settings.new_data_sources === 'closed'}
              disabled={save.isRunning}
              onChange={({ target }) => save.run(target.checked)}
            />
          </div>
        )}
      </Shown>
      <p>{t.lead}</p>
      <Problem error={save.error} />
    </Card>
  );
}
