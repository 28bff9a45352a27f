import { diffDatafile } from '../../../shared/datafile/diff.ts'
import { alreadyRead } from '../../../shared/datafile/lazy-documents.ts'
import { patchDatafile } from '../../../shared/datafile/patch.ts'
import { type Compiled, compile } from '../../../shared/engine/compile.ts'
import { everyFamily } from '../../../shared/engine/operators/every-family.ts'
import type { OptionalModules } from '../../../shared/engine/optional-module.ts'
import { loadModules, modulesNeeded } from '../../../shared/engine/optional-modules.ts'
import { failure } from '../../../shared/engine/outcome.ts'
import { recompile } from '../../../shared/engine/recompile.ts'
import { createSlots, type Slots } from '../../../shared/engine/slots.ts'
import type { Datafile, DatafilePatch } from '../../../shared/schemas/datafile.ts'
import { dependentsOf } from './dependents.ts'
import type { Target } from './handle.ts'

/** The keys of the flags that may answer otherwise than before. It looks at every flag, so it is asked only when needed. */
export type Affected = () => readonly string[]

/** The datafile in its compiled form. */
export type Store = {
  /** Null before there is any. */
  readonly datafile: () => Datafile | null
  /** What counters count now. */
  readonly slots: () => Slots
  /** What answers for a flag, until the next change. */
  readonly target: (key: string) => Target
  /**
   * Loads the parts of the engine that these documents need besides the native one, which is all that most need.
   * Rejects where one cannot be loaded. Until it is, the flags that need it give their default, with
   * `PROVIDER_NOT_READY`.
   */
  readonly prepare: (documents: Pick<DatafilePatch, 'flags' | 'segments'>) => Promise<void>
  /** Takes a whole datafile. */
  readonly replace: (datafile: Datafile) => Affected
  /** Null where the patch is not the next one, or does not lead to the digest it promises: then nothing has changed. */
  readonly patch: (patch: DatafilePatch) => Affected | null
}

export const createStore = (): Store => {
  const firstSlots = createSlots()
  let compiled: Compiled | null = null
  let profiles: OptionalModules = everyFamily
  const slots = () => compiled?.slots ?? firstSlots

  return {
    datafile: () => compiled?.datafile ?? null,
    slots,
    target: (key) => {
      const found = compiled?.flag(key)
      if (found !== undefined) return found
      const slot = slots().of(key, null)
      const outcome =
        compiled === null
          ? failure(key, 'PROVIDER_NOT_READY', 'no datafile has come yet', slot)
          : failure(key, 'FLAG_NOT_FOUND', 'the environment has no such flag', slot)
      return { timed: false, pick: () => outcome }
    },
    prepare: async ({ flags, segments }) => {
      // A document that needs more than the native engine is never left for later.
      const missing = modulesNeeded({ flags: alreadyRead(flags), segments: alreadyRead(segments) }).filter(
        (name) => !(name in profiles),
      )
      if (missing.length > 0) profiles = { ...profiles, ...(await loadModules(missing)) }
    },
    replace: (datafile) => {
      const before = compiled?.datafile
      compiled = compile(datafile, profiles)
      return () =>
        before === undefined
          ? Object.keys(datafile.flags)
          : dependentsOf(diffDatafile(before, datafile), before, datafile)
    },
    patch: (patch) => {
      const before = compiled
      if (before === null) return null
      const datafile = patchDatafile(before.datafile, patch)
      if (datafile === null) return null
      compiled = recompile(before, datafile, patch, profiles)
      return () => dependentsOf(patch, before.datafile, datafile)
    },
  }
}
