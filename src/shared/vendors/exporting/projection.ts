import type { Documents } from '../../engine/prerequisite.ts'
import type { Datafile, DatafilePatch } from '../../schemas/datafile.ts'
import {
  type ExportedFlag,
  type Format,
  type FormatSupport,
  type ProjectedFlag,
  projectFlag,
  servedName,
} from './format-support.ts'
import { dependencyNamesOf, hasNoReferenceCycle } from './references.ts'

/** The projection of a flag and its dependencies, as `flag:key` and `segment:key`. */
interface Entry {
  readonly projected: ProjectedFlag
  readonly uses: ReadonlySet<string>
}

const circle: ProjectedFlag = { piece: null, reading: { because: { code: 'circle' } } }

/**
 * An environment in another vendor's format. A patch reprojects only the affected flags, by their dependencies. If two
 * flags have the same served name, the first by key is served.
 */
export class Projection {
  readonly #format: Format
  #documents: Documents
  readonly #entries = new Map<string, Entry>()
  readonly #usedBy = new Map<string, Set<string>>()
  /** Flag keys by served name. */
  readonly #named = new Map<string, Set<string>>()

  constructor(format: Format, datafile: Datafile) {
    this.#format = format
    this.#documents = datafile
    for (const flag of Object.values(datafile.flags)) this.#name(servedName(flag), flag.key, true)
    for (const key of Object.keys(datafile.flags)) this.#entry(key)
  }

  /** Applies a patch. Returns the flags whose projection changed, including removed ones. */
  advance(datafile: Datafile, patch: Pick<DatafilePatch, 'flags' | 'segments'>): Set<string> {
    const touched = new Set<string>()
    const touch = (used: string) => {
      for (const key of this.#usedBy.get(used) ?? []) touched.add(key)
    }
    for (const key of Object.keys(patch.segments)) touch(`segment:${key}`)
    for (const key of Object.keys(patch.flags)) {
      touch(`flag:${key}`)
      touched.add(key)
      for (const [documents, stands] of [
        [this.#documents, false],
        [datafile, true],
      ] as const) {
        const flag = Object.hasOwn(documents.flags, key) ? documents.flags[key] : undefined
        if (flag === undefined) continue
        const name = servedName(flag)
        this.#name(name, key, stands)
        const holders = this.#named.get(name)
        for (const other of holders ?? []) touched.add(other)
      }
    }
    this.#documents = datafile
    for (const key of touched) this.#forget(key)
    for (const key of touched) if (Object.hasOwn(datafile.flags, key)) this.#entry(key)
    return touched
  }

  /** The projection of a flag. Undefined if it does not exist. */
  flag(key: string): ProjectedFlag | undefined {
    return this.#entries.get(key)?.projected
  }

  named(name: string): ExportedFlag | undefined {
    for (const key of this.#named.get(name) ?? []) {
      const piece = this.#entries.get(key)?.projected.piece
      if (piece) return piece
    }
    return undefined
  }

  readings(): Map<string, FormatSupport> {
    return new Map([...this.#entries].map(([key, { projected }]) => [key, projected.reading]))
  }

  *flags(): Generator<[key: string, projected: ProjectedFlag]> {
    for (const [key, { projected }] of this.#entries) yield [key, projected]
  }

  #entry(key: string): Entry {
    const known = this.#entries.get(key)
    if (known !== undefined) return known
    const uses = dependencyNamesOf(this.#documents, key)
    const entry: Entry = { projected: this.#project(key), uses }
    this.#entries.set(key, entry)
    for (const used of uses) {
      const users = this.#usedBy.get(used) ?? new Set()
      users.add(key)
      this.#usedBy.set(used, users)
    }
    return entry
  }

  #project(key: string): ProjectedFlag {
    // A flag in a reference cycle is not projected, so its dependencies are not needed.
    if (!hasNoReferenceCycle(this.#documents, key)) return circle
    const flag = this.#documents.flags[key]
    const holders = flag && this.#named.get(servedName(flag))
    if (flag && holders && holders.size > 1 && [...holders].sort()[0] !== key)
      return { piece: null, reading: { because: { code: 'name-taken', operand: servedName(flag) } } }
    return projectFlag(this.#format, this.#documents, key, (other) => this.#entry(other).projected)
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    for (const used of entry.uses) {
      const users = this.#usedBy.get(used)
      users?.delete(key)
      if (users?.size === 0) this.#usedBy.delete(used)
    }
  }

  #name(name: string, key: string, stands: boolean): void {
    const holders = this.#named.get(name) ?? new Set()
    if (stands) holders.add(key)
    else holders.delete(key)
    if (holders.size > 0) this.#named.set(name, holders)
    else this.#named.delete(name)
  }
}
