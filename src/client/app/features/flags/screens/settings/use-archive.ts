import { useState } from 'react'
import type { ErrorDetails } from '../../../../../../shared/errors/fanion-error.ts'
import type { BrokenBuild } from '../../../../../../shared/features/builds/build-mismatch.ts'
import type { EnvironmentDependents } from '../../../../../../shared/features/publishing/schemas/graph.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { done, failed } from '../../../../components/toast.tsx'
import { trpc } from '../../../../trpc.ts'

/** Live builds that read a flag to be archived, and whether the user may override them. */
export type BuildReaders = {
  readonly flag: string
  readonly builds: readonly BrokenBuild[]
  readonly mayOverrule: boolean
}

/**
 * Archives and restores flags. Archiving can be undone, so it needs no confirmation. `hanging` and `readers` are what
 * prevented the last archiving, or null. An admin can archive with a reason despite readers.
 */
export const useArchive = (project: string) => {
  const utils = trpc.useUtils()
  const { mutateAsync: restoreFlag } = trpc.flags.restore.useMutation()
  const { mutateAsync: archiveFlag } = trpc.flags.archive.useMutation()
  const refresh = () => utils.flags.invalidate()
  const [hanging, setHanging] = useState<readonly EnvironmentDependents[] | null>(null)
  const [readers, setReaders] = useState<BuildReaders | null>(null)
  const forget = () => {
    setHanging(null)
    setReaders(null)
  }

  const restore = async (flag: string, asItWas = false): Promise<void> => {
    try {
      await restoreFlag({ project, flag, asItWas })
      await refresh()
      done(`Restored ${flag}`)
    } catch (error) {
      failed(`Couldn’t restore ${flag}`, refusalOf(error))
    }
  }

  const archive = async (flag: string, reason?: string): Promise<void> => {
    try {
      await archiveFlag({ project, flag, ...(reason !== undefined && { despite: { reason } }) })
      forget()
      await refresh()
      done(`Archived ${flag}`, { undo: () => void restore(flag, true) })
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.code === 'flag/read-by-build') return setReaders({ flag, ...readersIn(refusal.details) })
      if (refusal.code !== 'flag/required-by') return failed(`Couldn’t archive ${flag}`, refusal)
      const found = await utils.graph.hanging.fetch({ project, focus: { kind: 'flag', key: flag } }).catch(() => [])
      if (found.length > 0) setHanging(found)
      else failed(`Couldn’t archive ${flag}`, refusal)
    }
  }

  return { archive, restore, hanging, readers, forget }
}

/** Safe cast: the server wrote the details. */
const readersIn = ({ builds = [], mayOverrule }: ErrorDetails): Omit<BuildReaders, 'flag'> => ({
  builds: builds as readonly BrokenBuild[],
  mayOverrule: mayOverrule === true,
})
