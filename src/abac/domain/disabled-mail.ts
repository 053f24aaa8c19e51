import { singleLine } from '../../shared/single-line.js';

const MOST_LINES = 50;

/** Goes to the owners, because none of them could disable the policies. */
export function disabledMail(
  organization: string,
  policies: readonly string[],
): { readonly subject: string; readonly lines: readonly string[] } {
  const left = policies.length - MOST_LINES;
  return {
    subject: `The access policies of ${singleLine(organization)} are disabled`,
    lines: [
      'The operator of the installation has disabled all active access policies of the organization, on the command line:',
      '',
      ...policies.slice(0, MOST_LINES).map((name) => `  ${singleLine(name)}`),
      ...(left > 0 ? [`  … and ${left} more.`] : []),
      '',
      'Only roles decide now. Data policies still hide what they hid before. Correct the policy that kept you out, then ' +
        'activate the policies again. If you do not know why this was done, ask the operator of the installation.',
    ],
  };
}
