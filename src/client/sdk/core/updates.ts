import type { Datafile, DatafilePatch } from '../../../shared/schemas/datafile.ts'
import type { ClientRuntime } from './client-runtime.ts'
import type { DatafileFeed } from './connection.ts'
import type { createContractCheck } from './contract-check.ts'
import { createDatafileFile, type DatafileFile } from './datafile-file.ts'
import { describe } from './describe.ts'
import type { Source, State } from './status.ts'
import type { AffectedFlags } from './store.ts'

/** Compares documents with the declared flags and reports each mismatch once. */
export type ContractCheck = ReturnType<typeof createContractCheck>

export type Updates = {
  /** Serves a datafile that did not come from the server. Leaves the status as it is. */
  readonly replace: (datafile: Datafile) => void
  /** Sets the status. `source` defaults to the current one. */
  readonly setState: (state: State, reason: string | null, source?: Source) => void
  /** Loads the optional engine modules that documents need. Reports a failure; the flags then serve their defaults. */
  readonly prepare: (documents: Pick<DatafilePatch, 'flags' | 'segments'>) => Promise<void>
  /** Where the connection delivers the server's datafiles and patches. */
  readonly feed: DatafileFeed
  readonly cacheFile: DatafileFile | null
}

/** Applies datafiles to the store and reports each update to listeners, the cache file and the contract check. */
export const createUpdates = (
  { platform, settings, events, store, revision }: ClientRuntime,
  checkContract: ContractCheck,
  onUpdate: () => void,
): Updates => {
  const { url, key, standaloneReason } = settings
  const cacheFile =
    standaloneReason === null && platform.file !== null
      ? createDatafileFile(platform, platform.file, `${url} ${key.slice(0, 16)}`, events.fault)
      : null
  // Becomes true with the first datafile from the server: only then do patches have a base to apply to.
  let hasServerState = false

  const setState: Updates['setState'] = (state, reason, source = events.status().source) =>
    events.become({ state, reason, source, revision: revision() })
  const announce = (affected: AffectedFlags) => {
    onUpdate()
    const current = revision()
    if (current === null || events.count('change') === 0) return
    const keys = affected()
    if (keys.length > 0) events.emit('change', { revision: current, keys })
  }
  const announceServerState = (affected: AffectedFlags) => {
    hasServerState = true
    const datafile = store.datafile()
    if (datafile !== null) cacheFile?.keep(datafile)
    announce(affected)
    checkContract(datafile?.flags ?? {})
  }
  const prepare: Updates['prepare'] = async (documents) => {
    try {
      await store.prepare(documents)
    } catch (cause) {
      events.fault(`a part of the engine could not be loaded: ${describe(cause)}`, cause)
    }
  }
  const feed: DatafileFeed = {
    // Null requests a whole datafile: a bootstrap may belong to another environment.
    held: () => (hasServerState || events.status().source === 'file' ? store.datafile() : null),
    replace: async (datafile) => {
      await prepare(datafile)
      announceServerState(store.replace(datafile))
    },
    patch: async (patch) => {
      await prepare(patch)
      const affected = store.patch(patch)
      if (affected !== null) announceServerState(affected)
      return affected !== null
    },
    inTouch: (source, reason) => setState('ready', reason, source),
    lost: (reason) => setState(revision() === null ? 'not ready' : 'stale', reason),
    refused: (reason) => {
      setState('error', reason)
      events.fault(reason)
    },
    fault: events.fault,
  }
  return { replace: (datafile) => announce(store.replace(datafile)), setState, prepare, feed, cacheFile }
}
