import { useAction } from '../../session/action';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/notice';
import { type Beginning, beginSignOn } from './sign-on';

interface SignOnButtonProps {
  readonly to: Beginning;
  readonly label: string;
}

/** Leads to the identity provider, or says why the browser would not find the way back. */
export function SignOnButton({ to, label }: SignOnButtonProps) {
  const begin = useAction(beginSignOn);
  return (
    <>
      <Button look="primary" onClick={() => begin.run(to)} isBusy={begin.isRunning}>
        {label}
      </Button>
      <Problem error={begin.error} />
    </>
  );
}
