import { loadModules } from '../../src/shared/engine/optional-modules.ts'

/** All modules of the engine. */
export const everyModule = await loadModules([
  ...(['instant', 'network', 'number', 'semver', 'set', 'text', 'shield', 'wide'] as const),
  ...(['sha1', 'sha256', 'md5', 'cbor', 'regex', 'versions', 'jsonlogic', 'query'] as const),
])
