import { inMail } from '../../shared/in-mail.js';

const MOST_LINES = 50;

/** Goes to the owners, because none of them could disable the policies. */
export function disabledMail(
  organization: string,
  policies: readonly string[],
): { readonly subject: string; readonly lines: readonly string[] } {
  const left = policies.length - MOST_LINES;
  return {
    subject: `The access policies of ${inMail(organization)} are disabled`,
    lines: [
      'The operator of the installation has disabled all active access policies of the organization, on the command line:',
      '',
      ...policies.slice(0, MOST_LINES).map((name) => `  ${inMail(name)}`),
      ...(left > 0 ? [`  … and ${left} more.`] : []),
      '',
      'Now roles alone decide. Data policies still hide data. Correct the policies that locked you out, then activate them again. If you do not know the reason, ask the operator of the installation.',
    ],
  };
}
