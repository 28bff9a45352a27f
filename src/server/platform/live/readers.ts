import { limits } from '../../../shared/limits.ts'

/** One program that reads an environment in another system's format. */
export type Reader = {
  readonly environmentId: string
  readonly keyId: string
  readonly format: string
  /** The SDK and its version, as it calls itself; empty where it does not. */
  readonly sdk: string
  readonly app: string
}

/** More than so many different ones an environment are not told apart. */
const mostReaders = 200

/** Writes down that a format is read, for when this server has ended and for the others. */
export type KeepFormat = (environmentId: string, format: string, at: Date) => void

/** Who read which environment in another system's format, and when last, as this server saw it. */
export class Readers {
  readonly #now: () => Date
  readonly #keep: KeepFormat
  readonly #kept = new Map<string, number>()
  readonly #seen = new Map<string, Map<string, { reader: Reader; at: number }>>()

  constructor(now: () => Date, keep: KeepFormat = () => {}) {
    this.#now = now
    this.#keep = keep
  }

  note(reader: Reader): void {
    this.#noteFormat(reader)
    const readers = this.#seen.get(reader.environmentId) ?? new Map()
    this.#seen.set(reader.environmentId, readers)
    const name = JSON.stringify([reader.keyId, reader.format, reader.sdk, reader.app])
    if (readers.size >= mostReaders && !readers.has(name)) return
    readers.set(name, { reader, at: this.#now().getTime() })
  }

  #noteFormat({ environmentId, format }: Reader): void {
    const name = `${environmentId} ${format}`
    const at = this.#now().getTime()
    if (at - (this.#kept.get(name) ?? Number.NEGATIVE_INFINITY) < limits.readerNotedMs) return
    this.#kept.set(name, at)
    this.#keep(environmentId, format, new Date(at))
  }

  /** Those of an environment, the newest first. */
  of(environmentId: string): { reader: Reader; at: Date }[] {
    const since = this.#now().getTime() - limits.readerKeptMs
    return [...(this.#seen.get(environmentId)?.values() ?? [])]
      .filter(({ at }) => at >= since)
      .sort((a, b) => b.at - a.at)
      .map(({ reader, at }) => ({ reader, at: new Date(at) }))
  }
}
