import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { bare } from '../../../platform/http/envelope.js';
import { Operation } from '../../../platform/http/operation.js';
import { bareSuccess, component, listOf } from '../../../platform/http/response-schemas.js';
import { ALL_PERMISSIONS, PERMISSIONS, includedIn } from '../../../shared/permission.js';
import { type Attribute, CONTEXT_ATTRIBUTES, RESOURCE_ATTRIBUTES, USER_ATTRIBUTES } from '../../domain/attributes.js';
import { ACTION_SETS, type ActionSet, CEDAR_SCHEMA, actsOn } from '../../domain/cedar-schema.js';
import { RESOURCE_TYPES } from '../../domain/example.js';

const SETS = Object.keys(ACTION_SETS) as [ActionSet, ...ActionSet[]];

const PolicySchema = component(
  'PolicySchema',
  z.object({
    cedar: z.string().meta({ description: 'The schema in the language of Cedar, for editors and for `cedar validate`.' }),
    attributes: listOf(z.object({ name: z.string(), type: z.string(), required: z.boolean(), meaning: z.string() })),
    actions: listOf(
      z.object({
        name: z.string(),
        meaning: z.string(),
        acts_on: listOf(z.enum(RESOURCE_TYPES)),
        includes: listOf(z.string()).meta({
          description: 'If a policy forbids one of these, it refuses this action too. The list covers all types of resources.',
        }),
      }),
    ),
    action_sets: listOf(z.object({ name: z.enum(SETS), meaning: z.string(), actions: listOf(z.string()) })).meta({
      description: 'What a policy can name at once, such as `action in Action::"reading rows"`.',
    }),
  }),
  {
    cedar: 'entity Organization;',
    attributes: [
      {
        name: 'context.deviceTrusted',
        type: 'Bool',
        required: true,
        meaning: 'Whether the session belongs to a trusted device.',
      },
    ],
    actions: [
      {
        name: 'workspace.read',
        meaning: 'See workspaces and their settings.',
        acts_on: ['Organization', 'Workspace'],
        includes: [],
      },
    ],
    action_sets: [
      {
        name: 'reading rows',
        meaning: ACTION_SETS['reading rows'].meaning,
        actions: ['query.run'],
      },
    ],
  },
);

const SCHEMA: z.infer<typeof PolicySchema> = {
  cedar: CEDAR_SCHEMA,
  attributes: [
    ...attributesOf('principal', USER_ATTRIBUTES),
    ...attributesOf('resource', RESOURCE_ATTRIBUTES),
    ...attributesOf('context', CONTEXT_ATTRIBUTES),
  ],
  actions: ALL_PERMISSIONS.map((name) => ({
    name,
    meaning: PERMISSIONS[name],
    acts_on: actsOn(name),
    includes: [...new Set(actsOn(name).flatMap((type) => includedIn(name, type)))],
  })),
  action_sets: SETS.map((name) => ({ name, ...ACTION_SETS[name] })),
};

@ApiTags('Access policies')
@Controller('api/v1/sso/abac')
export class PolicySchemaController {
  @Get('schema')
  @Operation({
    id: 'readPolicySchema',
    summary: 'Read what access policies can name: attributes, actions and types',
    description: 'Everyone who is signed in.',
    status: 200,
    answer: bareSuccess(PolicySchema, 'Schema found.'),
    errors: [],
  })
  read() {
    return bare(SCHEMA, 'Schema found.');
  }
}

function attributesOf(of: string, catalogue: Readonly<Record<string, Attribute>>) {
  return Object.entries(catalogue).map(([name, { type, isRequired, meaning }]) => ({
    name: `${of}.${name}`,
    type,
    required: isRequired,
    meaning,
  }));
}
