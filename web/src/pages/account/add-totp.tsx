import { unwrap } from '@headgate/client';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Row } from '../../ui/layout';
import { Loading, Problem } from '../../ui/notice';
import { type AddFactorProps, CHANGED_BY_FACTORS } from './add-factor';
import { texts } from './texts';

export function AddTotp({ onDone, onCancel }: AddFactorProps) {
  const t = useTexts(texts);
  const [code, setCode] = useState('');
  const begin = useAction(async () => unwrap(await headgate.POST('/api/v1/mfa/totp', { body: {} })), {
    changes: ['/api/v1/mfa/factors'],
  });
  const confirm = useAction(
    async (factorId: number) =>
      unwrap(
        await headgate.POST('/api/v1/mfa/totp/{factor_id}/confirm', {
          params: { path: { factor_id: factorId } },
          body: { code: code.trim() },
        }),
      ),
    { changes: CHANGED_BY_FACTORS, onDone: ({ recovery_codes: codes }) => onDone(codes) },
  );
  const { run } = begin;
  useEffect(() => run(undefined), [run]);
  const enrolment = begin.result;
  if (enrolment === undefined) return begin.error === null ? <Loading /> : <Problem error={begin.error} />;
  return (
    <Form label={t.addTotp} onSubmit={() => confirm.run(enrolment.factor_id)}>
      <p>{t.scan}</p>
      <img src={enrolment.qr_code} alt={t.qr} width="200" height="200" />
      <p>
        {t.key}: <code>{enrolment.secret}</code>
      </p>
      <TextField
        label={t.code}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={({ target }) => setCode(target.value)}
        error={confirm.fieldError('code')}
        autoFocus
      />
      <Problem error={confirm.error} />
      <Row>
        <Button type="submit" look="primary" isBusy={confirm.isRunning}>
          {t.confirm}
        </Button>
        <Button onClick={onCancel}>{t.cancel}</Button>
      </Row>
    </Form>
  );
}
