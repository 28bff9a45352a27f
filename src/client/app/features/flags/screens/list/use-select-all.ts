import { useRef, useState } from 'react'
import { refusalOf } from '../../../../../api/refusal.ts'
import { failed } from '../../../../components/toast.tsx'
import type { useSelection } from './use-selection.ts'

/**
 * Selects all matching flags, including those not loaded yet, whose keys it fetches. The checkbox is checked
 * immediately, and stays cleared if the user clears it during the request.
 */
export const useSelectAll = (
  selection: Pick<ReturnType<typeof useSelection>, 'all' | 'clear'>,
  keysOfAll: () => Promise<readonly string[]>,
) => {
  const [busy, setBusy] = useState(false)
  const asked = useRef(0)
  const set = (all: boolean) => {
    const ask = ++asked.current
    setBusy(all)
    if (!all) return selection.clear()
    keysOfAll().then(
      (keys) => {
        if (ask !== asked.current) return
        setBusy(false)
        selection.all(keys)
      },
      (error: unknown) => {
        if (ask !== asked.current) return
        setBusy(false)
        failed('Couldn’t select all flags', refusalOf(error))
      },
    )
  }
  return { busy, set }
}
