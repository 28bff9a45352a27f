import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Profiles } from '../../../../shared/engine/profile.ts'
import { loadProfiles, profilesNeeded } from '../../../../shared/engine/profiles.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'

/** The parts of the engine that some datafiles use, such as those of imported flags; undefined while they load. */
export const useProfiles = (datafiles: readonly Datafile[]): Profiles | undefined => {
  const names = useMemo(() => [...new Set(datafiles.flatMap(profilesNeeded))].sort(), [datafiles])
  const loaded = useQuery({ queryKey: ['engine', names], queryFn: () => loadProfiles(names), staleTime: Infinity })
  return names.length === 0 ? none : loaded.data
}

const none: Profiles = {}
