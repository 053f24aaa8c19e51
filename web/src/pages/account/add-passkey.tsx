import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { canUsePasskeys, makePasskey } from '../../session/passkey';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Row } from '../../ui/layout';
import { Notice, Problem } from '../../ui/notice';
import { type AddFactorProps, CHANGED_BY_FACTORS } from './add-factor';
import { texts } from './texts';

export function AddPasskey({ onDone, onCancel }: AddFactorProps) {
  const t = useTexts(texts);
  const [name, setName] = useState('');
  const add = useAction(
    async () => {
      const attestation = await makePasskey(unwrap(await headgate.POST('/api/v1/mfa/webauthn/options')));
      if (attestation === null) return null;
      const called = name.trim() === '' ? {} : { name: name.trim() };
      return unwrap(await headgate.POST('/api/v1/mfa/webauthn', { body: { attestation, ...called } }));
    },
    { changes: CHANGED_BY_FACTORS, onDone: (made) => made !== null && onDone(made.recovery_codes) },
  );
  if (!canUsePasskeys()) return <Notice tone="warning">{t.noPasskeys}</Notice>;
  return (
    <Form label={t.addPasskey} onSubmit={() => add.run(undefined)}>
      <TextField
        isProse
        label={t.passkeyName}
        hint={t.passkeyNameHint}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={add.fieldError('name')}
        autoFocus
      />
      {add.result === null && <Notice tone="warning">{t.passkeyGivenUp}</Notice>}
      <Problem error={add.error} />
      <Row>
        <Button type="submit" look="primary" isBusy={add.isRunning}>
          {t.addPasskey}
        </Button>
        <Button onClick={onCancel}>{t.cancel}</Button>
      </Row>
    </Form>
  );
}
