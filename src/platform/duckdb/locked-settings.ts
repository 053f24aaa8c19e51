/**
 * Nothing but the database itself can be reached: no file, no network, no extension, no temporary file, and no statement changes
 * that. Shared by everything that runs statements of strangers.
 */
export const LOCKED_SETTINGS = {
  enable_external_access: 'false',
  autoload_known_extensions: 'false',
  autoinstall_known_extensions: 'false',
  allow_community_extensions: 'false',
  max_temp_directory_size: '0KiB',
  memory_limit: '256MB',
  threads: '1',
  lock_configuration: 'true',
} as const;
