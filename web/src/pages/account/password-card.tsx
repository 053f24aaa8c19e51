import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useMe } from '../../session/me';
import { usePasswordLengths } from '../../session/password-rule';
import { Button } from '../../ui/button';
import { AccountName, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Card, Row, Stack } from '../../ui/layout';
import { Notice, Problem } from '../../ui/notice';
import { texts } from './texts';

export function PasswordCard() {
  const t = useTexts(texts);
  const me = useMe();
  const { least, most } = usePasswordLengths();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useAction(
    async () => unwrap(await headgate.POST('/api/auth/password', { body: { current_password: current, new_password: next } })),
    {
      changes: ['/api/v1/sessions', '/api/v1/devices', '/api/v1/me/security-events'],
      onDone: () => {
        setCurrent('');
        setNext('');
      },
    },
  );
  return (
    <Card title={t.password}>
      <Stack isNarrow>
        <Form onSubmit={() => change.run(undefined)} label={t.changePassword}>
          <AccountName name={me?.user.username} />
          <TextField
            label={t.currentPassword}
            required
            type="password"
            autoComplete="current-password"
            value={current}
            onChange={({ target }) => setCurrent(target.value)}
            error={change.fieldError('current_password')}
          />
          <TextField
            label={t.newPassword}
            required
            hint={t.passwordRule(least, most)}
            type="password"
            autoComplete="new-password"
            value={next}
            onChange={({ target }) => setNext(target.value)}
            error={change.fieldError('new_password')}
          />
          <Problem error={change.error} />
          {change.result !== undefined && <Notice tone="good">{t.passwordChanged}</Notice>}
          <Row>
            <Button type="submit" isBusy={change.isRunning}>
              {t.changePassword}
            </Button>
          </Row>
        </Form>
      </Stack>
    </Card>
  );
}
