import { findRelayedKeys } from '../../features/access/keys/relayed-keys.ts'
import { upsertStreamCounts } from '../../features/builds/queries.ts'
import type { Db } from '../db/pool.ts'
import type { SeenBuilds } from '../live/seen-builds.ts'
import type { RelayedPrograms } from './relayed-programs.ts'

type Options = { readonly keys: Db; readonly programs: Db; readonly builds: SeenBuilds; readonly now: () => Date }

/** Answers relays from the database. */
export const storedRelayed = ({ keys, programs, builds, now }: Options): RelayedPrograms => ({
  keys: (environmentId, names) => findRelayedKeys(keys, environmentId, names, now()),
  builds: async (environmentId, relay, told) => {
    const named = told.map(({ digest, programs }) => ({ environmentId, kind: 'server' as const, digest, programs }))
    const unknown: string[] = []
    for (const build of named) if (!(await builds.note(build))) unknown.push(build.digest)
    const known = named.filter(({ digest }) => !unknown.includes(digest))
    if (known.length > 0) await upsertStreamCounts(programs, relay, now(), known)
    return unknown
  },
})
