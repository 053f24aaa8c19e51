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

interface Change {
  readonly isClosed: boolean;
  /** The version to replace. */
  readonly over: object;
}

/** For people who may publish policies. */
export function NewSourcesCard({ organization }: { readonly organization: number }) {
  const t = useTexts(texts);
  const read = useRead(SETTINGS, { params: { path: { org_id: organization } } });
  const put = async ({ isClosed, over }: Change) => {
    const params = { path: { org_id: organization } };
    const body = { settings: { new_data_sources: isClosed ? 'closed' : 'open' } } as const;
    return { isClosed, done: unwrap(await headgate.PATCH('/api/v1/organizations/{org_id}', { params, body, ifMatch: over })) };
  };
  const save = useAction(put, {
    changes: [SETTINGS],
    onDone: ({ isClosed, done }) => {
      if (!isClosed) offerUndo({ text: t.opening, changes: [SETTINGS], undo: () => put({ isClosed: true, over: done }) });
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
              onChange={({ target }) => save.run({ isClosed: target.checked, over: settings })}
            />
          </div>
        )}
      </Shown>
      <p>{t.lead}</p>
      <Problem error={save.error} />
    </Card>
  );
}
