import type { Datafile } from '../../../shared/schemas/datafile.ts'
import { datafileOf } from './datafile-json.ts'
import { describe } from './describe.ts'

/** Validates a bootstrap datafile. Throws a `TypeError` if it is invalid. */
export const bootstrapOf = (bootstrap: unknown): Datafile | null => {
  if (bootstrap === undefined) return null
  try {
    return datafileOf(bootstrap)
  } catch (cause) {
    throw new TypeError(`createFanion: bootstrap is no datafile: ${describe(cause)}`)
  }
}

/** Returns why a client contacts no server: the option that is missing. Null if none is. */
export const missingOptionOf = (url: string, key: string): string | null => {
  const option = url === '' ? 'url' : key === '' ? 'key' : null
  return option && `createFanion: ${option} is not set; flags answer with their defaults`
}

/** Whether a stored datafile is from the same environment as the known one, and not newer. */
export const isNoNewer = (kept: Datafile, known: Datafile | null): boolean =>
  known !== null &&
  known.project === kept.project &&
  known.environment === kept.environment &&
  known.revision >= kept.revision
