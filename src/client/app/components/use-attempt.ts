import { useState } from 'react'
import { type Refusal, refusalOf } from '../../api/refusal.ts'

/** Runs actions of a form and tracks whether one is pending and why the last one was rejected. */
export const useAttempt = () => {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  /** Returns whether it succeeded. If not, sets `refusal` and calls `onRefused`. */
  const attempt = async (act: () => Promise<unknown>, onRefused?: (refusal: Refusal) => void): Promise<boolean> => {
    setBusy(true)
    setRefusal(null)
    try {
      await act()
      return true
    } catch (error) {
      const said = refusalOf(error)
      setRefusal(said)
      onRefused?.(said)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { attempt, busy, refusal, forget: () => setRefusal(null) }
}
