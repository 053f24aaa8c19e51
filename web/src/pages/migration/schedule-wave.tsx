import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { useOrganizationId } from '../../session/organization';
import { OLD_AFTER_A_STEP, WAVE, type Wave } from './reads';
import { Refusal } from './refusal';
import { texts } from './wave-texts';

interface ScheduleProps {
  readonly wave: Wave;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ScheduleWave(props: ScheduleProps) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.scheduleTitle(props.wave.name)} isOpen={props.isOpen} onClose={props.onClose}>
      <ScheduleForm {...props} />
    </Dialog>
  );
}

function ScheduleForm({ wave, onClose }: ScheduleProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const [when, setWhen] = useState('');
  const params = { path: { organization_id: useOrganizationId(), number: wave.number } };
  const schedule = useAction(
    async () => {
      // The field is in the browser's own zone, the API takes UTC.
      const body = { starts_at: new Date(when).toISOString() };
      return unwrap(await headgate.POST(`${WAVE}/schedule`, { params, body }));
    },
    { changes: OLD_AFTER_A_STEP, onDone: onClose },
  );
  const { total } = wave.members;
  return (
    <Form label={t.schedule} onSubmit={() => schedule.run(undefined)}>
      <p>{t.scheduleText(total, number(total))}</p>
      <TextField
        label={t.when}
        required
        type="datetime-local"
        value={when}
        error={schedule.fieldError('starts_at')}
        onChange={({ target }) => setWhen(target.value)}
      />
      <Refusal error={schedule.error} />
      <Actions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" look="primary" isBusy={schedule.isRunning}>
          {t.schedule}
        </Button>
      </Actions>
    </Form>
  );
}
