import { useState } from 'react'
import type { Hanging } from '../../../../../shared/schemas/graph.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { done, failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'

/**
 * Archives and restores flags; archiving can be undone, so nobody is asked twice. `hanging` is what keeps the flag that was
 * to be archived last; null where nothing does.
 */
export const useArchive = (project: string) => {
  const utils = trpc.useUtils()
  const { mutateAsync: restoreFlag } = trpc.flags.restore.useMutation()
  const { mutateAsync: archiveFlag } = trpc.flags.archive.useMutation()
  const refresh = () => utils.flags.invalidate()
  const [hanging, setHanging] = useState<readonly Hanging[] | null>(null)

  const restore = async (flag: string, asItWas = false): Promise<void> => {
    try {
      await restoreFlag({ project, flag, asItWas })
      await refresh()
      done(`Restored ${flag}`)
    } catch (error) {
      failed(`Couldn’t restore ${flag}`, refusalOf(error))
    }
  }

  const archive = async (flag: string): Promise<void> => {
    try {
      await archiveFlag({ project, flag })
      await refresh()
      done(`Archived ${flag}`, { undo: () => void restore(flag, true) })
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.code !== 'flag/required-by') return failed(`Couldn’t archive ${flag}`, refusal)
      const found = await utils.graph.hanging.fetch({ project, focus: { kind: 'flag', key: flag } }).catch(() => [])
      if (found.length > 0) setHanging(found)
      else failed(`Couldn’t archive ${flag}`, refusal)
    }
  }

  return { archive, restore, hanging, forget: () => setHanging(null) }
}
