import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Config } from '../../../platform/config/config.js';
import { Public } from '../../../platform/http/authentication.guard.js';
import { Operation } from '../../../platform/http/operation.js';
import { forReader } from '../../../platform/http/request-context.js';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import { DescribeSignIn } from '../../application/describe-sign-in.js';

const REFUSED = ['common', 'personal', 'repetitive', 'invalid_characters'] as const;

const SignInOptions = component(
  'SignInOptions',
  z.object({
    product: z.string(),
    demo: z.boolean().meta({ description: 'Whether the installation shows sample data.' }),
    demo_accounts: listOf(z.object({ username: z.string(), role: z.string() })).meta({
      description: 'The accounts of a demo on a machine that only its own user reaches; empty everywhere else.',
    }),
    demo_password: z.string().nullable().meta({ description: 'The password of all `demo_accounts`; `null` when there are none.' }),
    passkeys: z.object({ rp_id: z.string().meta({ description: 'Passkeys work on pages of this domain.' }) }),
    password_rules: z.object({
      min_length: z.int(),
      min_length_with_second_factor: z.int(),
      max_length: z.int(),
      refused: listOf(z.enum(REFUSED)).meta({
        description: 'What else a password must not be; digits and punctuation are not required.',
      }),
    }),
  }),
  {
    product: 'Headgate',
    demo: true,
    demo_accounts: [{ username: 'olivia', role: 'owner of Delta Analytics' }],
    demo_password: 'river-delta-headgate',
    passkeys: { rp_id: 'localhost' },
    password_rules: { min_length: 15, min_length_with_second_factor: 8, max_length: 256, refused: [...REFUSED] },
  },
);

@Public()
@ApiTags('Authentication')
@Controller('api/auth/sign-in-options')
export class SignInOptionsController {
  constructor(
    private readonly describeSignIn: DescribeSignIn,
    private readonly config: Config,
  ) {}

  @Get()
  @Operation({
    id: 'readSignInOptions',
    summary: 'What a sign-in page shows before it knows who the visitor is',
    description: 'Every visitor gets the same answer: it is about no person and no organization.',
    status: 200,
    answer: SignInOptions,
    errors: [],
  })
  read() {
    const { isDemo, demoAccounts, demoPassword, passwordRules } = this.describeSignIn.execute();
    const { minLength, minLengthWithSecondFactor, maxLength, refused } = passwordRules;
    return {
      product: 'Headgate',
      demo: isDemo,
      demo_accounts: demoAccounts.map(({ username, role }) => ({ username, role: forReader(role) })),
      demo_password: demoPassword,
      passkeys: { rp_id: this.config.webauthn.rpId },
      password_rules: {
        min_length: minLength,
        min_length_with_second_factor: minLengthWithSecondFactor,
        max_length: maxLength,
        refused: [...refused],
      },
    };
  }
}
