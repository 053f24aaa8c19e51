import type { DataOf, Route } from '@headgate/client';

export const AGENTS = '/api/v1/agents';
export const REQUESTS = '/api/v1/agent-requests';

/** What a program asks a person for. */
export type Asked = DataOf<Route<typeof REQUESTS, 'post'>>['agent_request'];
