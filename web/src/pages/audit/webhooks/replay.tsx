import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Card } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { texts } from './texts';
import { OLD_AFTER_A_CHANGE, WEBHOOK } from './webhook-api';

/** For a receiver that has lost what it had taken. */
export function Replay({ organization, webhook }: { readonly organization: number; readonly webhook: number }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const [since, setSince] = useState('');
  const replay = useAction(
    async () => {
      const params = { path: { org_id: organization, webhook_id: webhook } };
      const begins = new Date(`${since}T00:00`).toISOString();
      unwrap(await headgate.POST(`${WEBHOOK}/replay`, { params, body: { since: begins } }));
      return begins;
    },
    { changes: OLD_AFTER_A_CHANGE, onDone: () => setSince('') },
  );
  return (
    <Card title={t.replay}>
      <p>{t.replayText}</p>
      <Form onSubmit={() => replay.run(undefined)}>
        <TextField
          label={t.since}
          type="date"
          required
          value={since}
          onChange={({ target }) => setSince(target.value)}
          error={replay.fieldError('since')}
        />
        <Problem error={replay.error} />
        {replay.result !== undefined && <Notice tone="good">{t.replayed(day(replay.result))}</Notice>}
        <div>
          <Button type="submit" isBusy={replay.isRunning}>
            {t.replayNow}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
