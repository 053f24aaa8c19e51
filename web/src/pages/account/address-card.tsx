import { unwrap } from '@headgate/client';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useDraft } from '../../session/draft';
import { type Read, useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Help } from '../../ui/help';
import { Card, Row, Stack } from '../../ui/layout';
import { Loading, Notice, Problem } from '../../ui/notice';
import { texts } from './texts';

const PATH = '/api/v1/me/address';
const CHANGES = [PATH, '/api/v1/me/security-events'];

type Address = Read<typeof PATH>['address'];

/** Where mails to the person go, and by what they may sign in. */
export function AddressCard() {
  const t = useTexts(texts);
  const read = useRead(PATH, {});
  return (
    <Card title={t.ownAddress}>
      <Stack isNarrow>
        <Problem error={read.error} />
        {read.data === undefined ? read.error === null && <Loading /> : <OwnAddress address={read.data.address} />}
      </Stack>
    </Card>
  );
}

function OwnAddress({ address: { email, is_verified: isVerified, managed_by: managed, pending } }: { readonly address: Address }) {
  const t = useTexts(texts);
  return (
    <>
      <p>
        {t.addressNow(email)} <Help at="identity#names-and-addresses" about={t.ownAddress} />
      </p>
      {!isVerified && <VerifyAddress />}
      {pending !== null && <Pending pending={pending} />}
      {managed === null ? <NewAddress /> : <p>{t[managed.by](managed.organization)}</p>}
    </>
  );
}

function VerifyAddress() {
  const t = useTexts(texts);
  const verify = useAction(async () => {
    unwrap(await headgate.POST('/api/auth/email-verification/request'));
    return true;
  });
  return (
    <>
      {verify.result === true ? (
        <Notice>{t.verificationSent}</Notice>
      ) : (
        <Row>
          <Button isBusy={verify.isRunning} onClick={() => verify.run(undefined)}>
            {t.verifyEmail}
          </Button>
        </Row>
      )}
      <Problem error={verify.error} />
    </>
  );
}

function Pending({ pending }: { readonly pending: NonNullable<Address['pending']> }) {
  const t = useTexts(texts);
  const { instant } = useFormats();
  const cancel = useAction(async () => unwrap(await headgate.DELETE('/api/v1/me/address/pending')), { changes: CHANGES });
  return (
    <>
      <Notice>{t.addressPending(pending.email, instant(pending.expires_at))}</Notice>
      <Problem error={cancel.error} />
      <Row>
        <Button isBusy={cancel.isRunning} onClick={() => cancel.run(undefined)}>
          {t.cancelAddress}
        </Button>
      </Row>
    </>
  );
}

function NewAddress() {
  const t = useTexts(texts);
  const draft = useDraft<string>('own-address', '');
  const ask = useAction(
    async (email: string) => {
      unwrap(await headgate.POST(PATH, { body: { email } }));
    },
    { changes: CHANGES, onDone: () => draft.begin('') },
  );
  return (
    <Form label={t.ownAddress} onSubmit={() => ask.run(draft.value.trim())}>
      <TextField
        label={t.newAddress}
        hint={t.newAddressHint}
        required
        inputMode="email"
        autoComplete="email"
        value={draft.value}
        onChange={({ target }) => draft.change(target.value)}
        error={ask.fieldError('email')}
      />
      <Problem error={ask.error} />
      <Row>
        <Button type="submit" isBusy={ask.isRunning}>
          {t.changeAddress}
        </Button>
      </Row>
    </Form>
  );
}
