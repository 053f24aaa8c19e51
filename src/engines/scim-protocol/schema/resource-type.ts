export type ResourceTypeName = 'User' | 'Group';
