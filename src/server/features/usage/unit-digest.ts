import { hash } from 'node:crypto'

/** Kind of the units identified by the targeting key. For other units, the kind is the attribute. */
export const byTargetingKey = 'targetingKey'

/**
 * Stored instead of a unit's id: 128 bits of SHA-256 over the environment's key, the kind and the unit's text, as the
 * hex digits of a UUID. Without the key, it can be neither computed nor guessed.
 */
export const unitDigest = (key: string, kind: string, text: string): string =>
  hash('sha256', `${key}\n${kind}\n${text}`).slice(0, 32)
