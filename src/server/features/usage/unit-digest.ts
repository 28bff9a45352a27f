import { hash } from 'node:crypto'

/** The kind of the units that the targeting key names; of others it is the attribute. */
export const byTargetingKey = 'targetingKey'

/**
 * 128 bits of SHA-256 over the environment's key, the kind and the text of a unit, as a UUID's text: all that is kept of whom
 * an event or exposure is of. Without the key it can be neither made nor tried out.
 */
export const unitDigest = (key: string, kind: string, text: string): string =>
  hash('sha256', `${key}\n${kind}\n${text}`).slice(0, 32)
