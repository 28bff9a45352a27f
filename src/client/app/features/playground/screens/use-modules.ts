import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OptionalModules } from '../../../../../shared/engine/optional-module.ts'
import { loadModules, modulesNeeded } from '../../../../../shared/engine/optional-modules.ts'
import type { Datafile } from '../../../../../shared/schemas/datafile.ts'

/** Loads the optional engine modules that the datafiles need, such as for imported flags. Undefined while loading. */
export const useModules = (datafiles: readonly Datafile[]): OptionalModules | undefined => {
  const names = useMemo(() => [...new Set(datafiles.flatMap(modulesNeeded))].sort(), [datafiles])
  const loaded = useQuery({ queryKey: ['engine', names], queryFn: () => loadModules(names), staleTime: Infinity })
  return names.length === 0 ? none : loaded.data
}

const none: OptionalModules = {}
