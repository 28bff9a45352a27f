import { digestOf } from '../../../shared/datafile/digest.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import { datafileOf } from './datafile-json.ts'
import { describe } from './exchange.ts'
import type { Platform, TextFile } from './platform.ts'

/** Changes in quick succession cost one write. */
const writeAfterMs = 1_000

export type DatafileFile = {
  /** What an earlier run left for this origin; null where there is nothing, or nothing to trust. */
  readonly read: () => Promise<Datafile | null>
  /** Has the datafile written soon. */
  readonly keep: (datafile: Datafile) => void
  /** Writes what is still to be written. Never rejects. */
  readonly close: () => Promise<void>
}

/**
 * The last datafile, kept on disk for a start without the server. `origin` says where it came from: a file of another
 * server or key is not read, for it may hold another environment. Faults are told and cost nothing but the file.
 */
export const createDatafileFile = (
  platform: Platform,
  file: TextFile,
  origin: string,
  onFault: (message: string, cause: unknown) => void,
): DatafileFile => {
  let unwritten: Datafile | null = null
  let stop: (() => void) | null = null
  let writing = Promise.resolve()

  const write = () => {
    stop?.()
    stop = null
    writing = writing.then(async () => {
      const datafile = unwritten
      unwritten = null
      if (datafile === null) return
      try {
        await file.write(JSON.stringify({ origin, datafile }))
      } catch (cause) {
        onFault(`the datafile could not be written: ${describe(cause)}`, cause)
      }
    })
    return writing
  }

  return {
    read: async () => {
      try {
        const text = await file.read()
        return text === null ? null : kept(JSON.parse(text), origin)
      } catch (cause) {
        onFault(`the datafile on disk could not be read: ${describe(cause)}`, cause)
        return null
      }
    },
    keep: (datafile) => {
      unwritten = datafile
      stop ??= platform.startTimer(() => void write(), writeAfterMs)
    },
    close: write,
  }
}

const kept = (json: unknown, origin: string): Datafile | null => {
  if (typeof json !== 'object' || json === null || !('origin' in json) || !('datafile' in json)) {
    throw new Error('it was not written by this library')
  }
  if (json.origin !== origin) return null
  const datafile = datafileOf(json.datafile)
  if (digestOf(datafile.flags, datafile.segments) !== datafile.digest) throw new Error('its digest does not fit')
  return datafile
}
