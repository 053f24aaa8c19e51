import { type HeadgateError, unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { usePasswordLengths } from '../../session/password-rule';
import { AnchorButton, Button } from '../../ui/button';
import { AccountName, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Gate } from '../../ui/layout';
import { Notice, Problem, Shown } from '../../ui/notice';
import { useEndOfToken, useMailedToken } from './mailed-token';
import { texts } from './texts';
import { useQuery } from '../../session/queries';

const PAGE = 'password-reset';

export function PasswordReset() {
  const t = useTexts(texts);
  const [token, onNewLink] = useMailedToken(PAGE);
  const opened = useQuery<string, HeadgateError>({
    queryKey: [PAGE, token],
    queryFn: async () => unwrap(await headgate.POST('/api/auth/password-reset/open', { body: { token: token ?? '' } })).username,
    enabled: token !== null,
    // What is typed stays when the window is looked at again.
    staleTime: Infinity,
  });
  const isDead = useEndOfToken(PAGE, false, opened.error);
  if (token === null) return <AskForLink />;
  if (isDead) {
    return (
      <Gate title={t.resetTitle}>
        <Notice tone="bad">{t.deadLink}</Notice>
        <Button look="primary" onClick={onNewLink}>
          {t.newLink}
        </Button>
      </Gate>
    );
  }
  if (opened.data === undefined) {
    return (
      <Gate title={t.resetTitle}>
        <Shown of={opened}>{() => null}</Shown>
      </Gate>
    );
  }
  return <SetPassword key={token} token={token} username={opened.data} onNewLink={onNewLink} />;
}

function AskForLink() {
  const t = useTexts(texts);
  const [email, setEmail] = useState('');
  const ask = useAction(async () => {
    unwrap(await headgate.POST('/api/auth/password-reset/request', { body: { email: email.trim() } }));
    return true;
  });
  if (ask.result === true) {
    return (
      <Gate title={t.askedTitle}>
        <p>{t.asked}</p>
        <AnchorButton href="/signin">{t.goToSignIn}</AnchorButton>
      </Gate>
    );
  }
  return (
    <Gate title={t.resetTitle}>
      <p>{t.askText}</p>
      <Form onSubmit={() => ask.run(undefined)}>
        <TextField
          label={t.email}
          required
          inputMode="email"
          autoComplete="email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          error={ask.fieldError('email')}
          autoFocus
        />
        <Problem error={ask.error} />
        <Button type="submit" look="primary" isBusy={ask.isRunning}>
          {t.ask}
        </Button>
      </Form>
    </Gate>
  );
}

interface SetPasswordProps {
  readonly token: string;
  readonly username: string;
  readonly onNewLink: () => void;
}

function SetPassword({ token, username, onNewLink }: SetPasswordProps) {
  const t = useTexts(texts);
  const { least, most } = usePasswordLengths();
  const [password, setPassword] = useState('');
  const set = useAction(async () => {
    unwrap(await headgate.POST('/api/auth/password-reset', { body: { token, new_password: password } }));
    return true;
  });
  useEndOfToken(PAGE, set.result === true, set.error);
  if (set.result === true) {
    return (
      <Gate title={t.resetTitle}>
        <Notice tone="good">{t.passwordSet}</Notice>
        <AnchorButton look="primary" href="/signin">
          {t.goToSignIn}
        </AnchorButton>
      </Gate>
    );
  }
  return (
    <Gate title={t.resetTitle}>
      <p>{t.forAccount(username)}</p>
      <Form onSubmit={() => set.run(undefined)}>
        <AccountName name={username} />
        <TextField
          label={t.newPassword}
          required
          hint={t.passwordRule(least, most)}
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={set.fieldError('new_password')}
          autoFocus
        />
        <Problem error={set.error} />
        <Button type="submit" look="primary" isBusy={set.isRunning}>
          {t.setPassword}
        </Button>
        {set.error !== null && (
          <Button look="quiet" onClick={onNewLink}>
            {t.newLink}
          </Button>
        )}
      </Form>
    </Gate>
  );
}
