import { useState } from 'react'
import type { Environment } from '../../../../shared/schemas/project.ts'
import type { SegmentDocument } from '../../../../shared/schemas/segment.ts'
import { type Refusal, refusalOf } from '../../../api/refusal.ts'
import { done, failed } from '../../components/toast.tsx'
import { trpc } from '../../trpc.ts'

/** A segment as it shall be in one environment, and as it was. `base` is the revision that the editor saw. */
export type SegmentPublication = { before: SegmentDocument; after: SegmentDocument; base: number; message: string }

/** Publishes a segment in one environment; the message offers the way back. */
export const usePublishSegment = (project: string, environment: Environment) => {
  const utils = trpc.useUtils()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  const send = async (document: SegmentDocument, base: number, message: string): Promise<number> => {
    const entries = [{ kind: 'segment' as const, key: document.key, document }]
    const { number } = await utils.client.revisions.publish.mutate({
      project,
      environment: environment.key,
      base,
      message,
      entries,
    })
    await utils.segments.get.invalidate({ project, segment: document.key })
    return number
  }

  const undo = async (before: SegmentDocument, number: number) => {
    try {
      await send(before, number, `Undo revision ${number}`)
      done(`Undone in ${environment.name}`)
    } catch (error) {
      failed(`Couldn’t undo in ${environment.name}`, refusalOf(error))
    }
  }

  /** Returns whether it was published; if not, `refusal` says why. */
  const publish = async ({ before, after, base, message }: SegmentPublication): Promise<boolean> => {
    setBusy(true)
    setRefusal(null)
    try {
      const number = await send(after, base, message)
      done(`Published revision ${number} to ${environment.name}`, { undo: () => void undo(before, number) })
      return true
    } catch (error) {
      setRefusal(refusalOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  return { publish, busy, refusal, forget: () => setRefusal(null) }
}
