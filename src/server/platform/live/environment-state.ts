import { buildDatafile } from '../../../shared/datafile/build.ts'
import { writeDatafile } from '../../../shared/datafile/datafile-text.ts'
import { patchDatafile } from '../../../shared/datafile/patch.ts'
import { type Compiled, compile } from '../../../shared/engine/compile.ts'
import { everyFamily } from '../../../shared/engine/operators/every-family.ts'
import type { OptionalModules } from '../../../shared/engine/optional-module.ts'
import { loadModules, modulesNeeded } from '../../../shared/engine/optional-modules.ts'
import { recompile } from '../../../shared/engine/recompile.ts'
import { limits } from '../../../shared/limits.ts'
import type { Datafile, DatafilePatch } from '../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { LogEntry } from '../../features/publishing/log-queries.ts'
import type { Soon } from '../kernel/soon.ts'
import { Readings } from './readings.ts'
import type { LoggedRevision } from './tail.ts'

/**
 * One environment as it stands in memory: its datafile, the last 500 patches, and the bytes of both, each made once.
 * Reads the log only; the database may be away.
 */
export class EnvironmentState {
  #datafile: Datafile
  #patches: DatafilePatch[] = []
  #json: Buffer | undefined
  #signedJson: { readonly signature: string; readonly json: Buffer } | undefined
  #compiled: Compiled | undefined
  #profiles: OptionalModules = everyFamily
  readonly #readings: Readings

  constructor(datafile: Datafile) {
    this.#datafile = datafile
    this.#readings = new Readings(datafile)
  }

  /** From what `readState` returns. */
  static of(read: Read): EnvironmentState {
    const { flags, segments } = documentsOf(read.heads)
    const publishedAt = (read.publishedAt ?? read.createdAt).toISOString()
    const { project, environment, number: revision } = read
    return new EnvironmentState(buildDatafile({ project, environment, revision, publishedAt, flags, segments }))
  }

  get datafile(): Datafile {
    return this.#datafile
  }

  get etag(): string {
    const { project, environment, revision, digest } = this.#datafile
    return `"${project}/${environment}/${revision}-${digest}"`
  }

  /** Moves on by the next revision and returns its patch; undefined where it is not the next, or does not fit. */
  advance(revision: LoggedRevision): DatafilePatch | undefined {
    const { flags, segments } = documentsOf(revision.entries)
    const patch: DatafilePatch = {
      from: revision.number - 1,
      to: revision.number,
      publishedAt: revision.publishedAt.toISOString(),
      digest: revision.digest,
      flags,
      segments,
    }
    return this.apply(patch) ? patch : undefined
  }

  /** Moves on by a patch, of one revision or of several at once; false where it does not fit. */
  apply(patch: DatafilePatch): boolean {
    const next = patchDatafile(this.#datafile, patch)
    if (!next) return false
    this.#datafile = next
    // a patch that needs more of the engine than is loaded waits for whoever asks next
    const enough = modulesNeeded(patch).every((name) => name in this.#profiles)
    this.#compiled = enough && this.#compiled ? recompile(this.#compiled, next, patch) : undefined
    this.#readings.advance(next, patch)
    this.#patches.push(patch)
    if (this.#patches.length > limits.streamBehindRevisions) this.#patches.shift()
    this.#json = undefined
    this.#signedJson = undefined
    return true
  }

  /** One patch from a revision to the newest; undefined where it is too far behind, or not of this log. */
  patchFrom(revision: number): DatafilePatch | undefined {
    const { revision: to, publishedAt, digest } = this.#datafile
    // a patch may be of several revisions: within it nobody can begin
    const at = revision === to ? this.#patches.length : this.#patches.findIndex(({ from }) => from === revision)
    if (at < 0) return undefined
    const since = this.#patches.slice(at)
    const flags = Object.assign({}, ...since.map((patch) => patch.flags))
    const segments = Object.assign({}, ...since.map((patch) => patch.segments))
    return { from: revision, to, publishedAt, digest, flags, segments }
  }

  /** The engine over this environment, for evaluation on the server; compiled when first asked for. */
  compiled(): Soon<Compiled> {
    return this.#compiled ?? this.#compile()
  }

  async #compile(): Promise<Compiled> {
    while (!this.#compiled) {
      const datafile = this.#datafile
      this.#profiles = { ...this.#profiles, ...(await loadModules(modulesNeeded(datafile))) }
      if (datafile === this.#datafile) this.#compiled = compile(datafile, this.#profiles)
    }
    return this.#compiled
  }

  /** The same in the formats of other systems. */
  get readings(): Readings {
    return this.#readings
  }

  /** The datafile as JSON, whose documents a program finds without reading them. */
  get json(): Buffer {
    if (this.#json === undefined) {
      const { signature: _, ...plain } = this.#datafile
      this.#json = Buffer.from(writeDatafile(plain))
    }
    return this.#json
  }

  /** The same with a signature. */
  signedJson(signature: string | undefined): Buffer {
    if (signature === undefined) return this.json
    if (this.#signedJson?.signature !== signature)
      this.#signedJson = { signature, json: Buffer.from(writeDatafile({ ...this.#datafile, signature })) }
    return this.#signedJson.json
  }
}

type Read = {
  project: string
  environment: string
  number: number
  createdAt: Date
  publishedAt: Date | null
  heads: readonly LogEntry[]
}

function documentsOf<E extends LogEntry>(entries: readonly E[]) {
  const flags: Record<string, FlagDocument> = {}
  const segments: Record<string, SegmentDocument> = {}
  for (const { kind, key, document } of entries) {
    // the log holds what zod checked when it was published; a null removes, and only patches have one
    if (kind === 'flag') flags[key] = document as FlagDocument
    else segments[key] = document as SegmentDocument
  }
  return { flags, segments }
}
