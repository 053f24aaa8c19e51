import { AGENTS } from './agents.js';
import { DATA } from './data.js';
import { DEMO } from './demo.js';
import { FIELDS } from './fields.js';
import { GUARD } from './guard.js';
import { MAILS } from './mails.js';
import { MIGRATION } from './migration.js';
import { PEOPLE } from './people.js';
import { POLICIES } from './policies.js';
import { PROMPT_TEMPLATES } from './prompt-templates.js';
import { QUESTIONS } from './questions.js';
import { REQUESTS } from './requests.js';
import { SIGN_ON } from './sign-on.js';

/** Every sentence of the service for a person, by the English one. German addresses people with "Sie". */
export const GERMAN = {
  ...REQUESTS,
  ...FIELDS,
  ...PEOPLE,
  ...POLICIES,
  ...DATA,
  ...QUESTIONS,
  ...PROMPT_TEMPLATES,
  ...AGENTS,
  ...SIGN_ON,
  ...MIGRATION,
  ...MAILS,
  ...DEMO,
  ...GUARD,
} as const;
