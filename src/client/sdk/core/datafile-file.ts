import { readDatafile, writeDatafile } from '../../../shared/datafile/datafile-text.ts'
import { digestOf, digestOfText } from '../../../shared/datafile/digest.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import { datafileOf } from './datafile-json.ts'
import { describe } from './describe.ts'
import type { Platform, TextFile } from './platform.ts'

/** Combines changes in quick succession into one write. */
const writeAfterMs = 1_000

export type DatafileFile = {
  /**
   * Reads the datafile that an earlier run wrote for this origin; null if there is none, or if it cannot be trusted.
   */
  readonly read: () => Promise<Datafile | null>
  /** Schedules a write of the datafile. */
  readonly keep: (datafile: Datafile) => void
  /** Writes what is still scheduled. Never rejects. */
  readonly close: () => Promise<void>
}

/**
 * Caches the last datafile on disk, for a start without the server. `origin` names the server and key: a file of
 * another origin is ignored, since it may be from another environment. Faults are reported and affect only the file.
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
        await file.write(written(datafile, origin))
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
        return text === null ? null : parseCachedDatafile(text, origin)
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

const written = (datafile: Datafile, origin: string): string => {
  const text = writeDatafile(datafile)
  return `{"origin":${JSON.stringify(origin)},"sum":"${digestOfText(text)}","datafile":${text}}`
}

/**
 * The file's header: its origin and the digest of the text after it, so that it can be checked without parsing any
 * document.
 */
const fileHeader = /^\{"origin":("(?:[^"\\]|\\.)*"),"sum":"([0-9a-f]{32})","datafile":/

const parseCachedDatafile = (text: string, origin: string): Datafile | null => {
  const [begins, from = '', sum] = fileHeader.exec(text) ?? []
  if (begins === undefined) return parseOlderFormat(JSON.parse(text), origin)
  if (JSON.parse(from) !== origin) return null
  const inner = text.slice(begins.length, -1)
  if (digestOfText(inner) !== sum) throw new Error('its digest does not fit')
  return datafileOf(readDatafile(inner))
}

/** Reads the older format, which has no digest. */
const parseOlderFormat = (json: unknown, origin: string): Datafile | null => {
  if (typeof json !== 'object' || json === null || !('origin' in json) || !('datafile' in json)) {
    throw new Error('it was not written by this library')
  }
  if (json.origin !== origin) return null
  const datafile = datafileOf(json.datafile)
  if (digestOf(datafile.flags, datafile.segments) !== datafile.digest) throw new Error('its digest does not fit')
  return datafile
}
