import type { Datafile } from '../../../shared/schemas/datafile.ts'
import { datafileOf } from './datafile-json.ts'
import { describe } from './describe.ts'

/** What a client starts with; throws a `TypeError` where it is no datafile. */
export const bootstrapOf = (bootstrap: unknown): Datafile | null => {
  if (bootstrap === undefined) return null
  try {
    return datafileOf(bootstrap)
  } catch (cause) {
    throw new TypeError(`createFanion: bootstrap is no datafile: ${describe(cause)}`)
  }
}

/** Why a client asks nobody: what it would need was not given. */
export const missingOf = (url: string, key: string): string | null => {
  const option = url === '' ? 'url' : key === '' ? 'key' : null
  return option && `createFanion: ${option} is not set; flags answer with their defaults`
}

/** Whether one datafile is of the environment of another, and no newer. */
export const isNoNewer = (kept: Datafile, known: Datafile | null): boolean =>
  known !== null &&
  known.project === kept.project &&
  known.environment === kept.environment &&
  known.revision >= kept.revision
