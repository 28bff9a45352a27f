import { useState } from 'react'
import { type Refusal, refusalOf } from '../../api/refusal.ts'

/** Does acts on behalf of a form: whether one is under way, and why the last was refused. */
export const useAttempt = () => {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  /** Returns whether it was done; if not, `refusal` says why, and `onRefused` is told. */
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
