import { loadProfiles } from '../../src/shared/engine/profiles.ts'

/** All of the engine. */
export const everyProfile = await loadProfiles([
  ...(['instant', 'network', 'number', 'semver', 'set', 'text', 'wide'] as const),
  ...(['sha1', 'sha256', 'md5', 'cbor', 'regex', 'versions', 'jsonlogic'] as const),
])
