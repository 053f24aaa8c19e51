import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { catalogue, useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Notice } from '../../ui/notice';
import type { Source } from './engines';
import { OF_SCHEMA } from './schema/relation';

const texts = catalogue(
  {
    new: 'This data source is closed, because your organization opens new ones by hand. Until then nobody can read its data.',
    same_data:
      'This data source is closed: it reads data that another data source protects by policies or labels. Those policies do not apply here.',
    ask: 'Ask someone who may activate policies, such as an owner, to open it.',
    judge: 'You may discover and see its schema, tag columns and write data policies before you open it.',
    open: 'Open data source',
    title: 'Open this data source?',
    lead: 'Everyone who may query data sources can then read it, unless its own policies forbid it. Policies of other data sources do not apply here.',
  },
  {
    new: 'Diese Datenquelle ist geschlossen: Ihre Organisation öffnet neue von Hand. Bis dahin liest niemand ihre Daten.',
    same_data:
      'Diese Datenquelle ist geschlossen: Sie liest Daten, die Regeln oder Labels einer anderen Datenquelle schützen. Die Regeln jener Datenquelle gelten hier nicht.',
    ask: 'Bitten Sie jemanden, der Regeln aktivieren darf, zum Beispiel einen Inhaber, die Datenquelle zu öffnen.',
    judge: 'Sie dürfen ihr Schema erfassen und ansehen, Spalten auszeichnen und Datenregeln schreiben, bevor Sie sie öffnen.',
    open: 'Datenquelle öffnen',
    title: 'Diese Datenquelle öffnen?',
    lead: 'Ab dann lesen sie alle, die Datenquellen abfragen dürfen, soweit ihre eigenen Regeln es erlauben. Regeln anderer Datenquellen gelten hier nicht.',
  },
);

interface ClosedSourceProps {
  readonly source: Source;
  readonly mayOpen: boolean;
}

/** Why nothing can be read, and the way out of it. */
export function ClosedSource({ source, mayOpen }: ClosedSourceProps) {
  const t = useTexts(texts);
  const [isAsked, setAsked] = useState(false);
  const open = useAction(
    async () =>
      unwrap(
        await headgate.POST('/api/v1/data-sources/{data_source_id}/open', {
          params: { path: { data_source_id: source.id } },
        }),
      ),
    {
      changes: ['/api/v1/data-sources', '/api/v1/data-sources/{data_source_id}', ...OF_SCHEMA],
      onDone: () => setAsked(false),
    },
  );
  if (source.closed_because === null) return null;
  return (
    <Notice tone="warning">
      <p>{t[source.closed_because]}</p>
      <p>{mayOpen ? t.judge : t.ask}</p>
      {mayOpen && (
        <div>
          <Button onClick={() => setAsked(true)}>{t.open}</Button>
        </div>
      )}
      <Confirm
        title={t.title}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        name={source.name}
        verb={t.open}
        onConfirm={() => open.run(undefined)}
        isBusy={open.isRunning}
        error={open.error}
      >
        <p>{t.lead}</p>
      </Confirm>
    </Notice>
  );
}
