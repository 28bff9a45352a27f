import { useEffect, useState } from 'react'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import type { LostReading } from '../../../../shared/vendors/exporting/lost.ts'
import { trpc } from '../../trpc.ts'
import { type Edited, withEdits } from './effect-question.ts'

/** What SDKs of other systems would lose, in sentences, and whether that holds the publish back. */
export type Lost = { readonly held: boolean; readonly lines: readonly { text: string; cure: string }[] }

/** What an address can hold; of more edits everything is read. */
const mostAsked = 50

/**
 * What a publish of these edits would take from the SDKs of other systems that read the environment; null where it takes
 * nothing, nobody reads, or that is not known yet. The server asks the same before it publishes. What reads them is loaded
 * where somebody does.
 */
export const useLostReadings = (
  { project, environment, edits }: { project: string; environment: Environment; edits: readonly Edited[] },
  wanted: boolean,
): Lost | null => {
  const place = { project, environment: environment.key }
  const read = trpc.readings.formats.useQuery(place, { enabled: wanted, staleTime: 60_000 }).data
  const enabled = wanted && read !== undefined && read.formats.length > 0
  const subjects = edits.map(({ kind, key }) => ({ kind, key }))
  const part = subjects.length > mostAsked ? {} : { subjects, dependents: true }
  const ground = trpc.history.asOf.useQuery({ ...place, ...part }, { enabled }).data
  // a new list with every render, but mostly of the same documents
  const text = JSON.stringify(edits)
  const [found, setFound] = useState<{ of: string; lost: Lost } | null>(null)
  useEffect(() => {
    if (!enabled || ground === undefined) return undefined
    let stale = false
    void import('../../../../shared/vendors/exporting/lost.ts').then(({ lostReadings, lostText, lostCure }) => {
      if (stale) return
      // what was written above, read back
      const lost = lostReadings(read.formats, ground, withEdits(ground, JSON.parse(text) as Edited[]))
      const line = (one: LostReading) => ({ text: lostText(one), cure: lostCure(one) })
      setFound({ of: text, lost: { held: read.held, lines: lost.map(line) } })
    })
    return () => {
      stale = true
    }
  }, [enabled, ground, read, text])
  return enabled && found?.of === text && found.lost.lines.length > 0 ? found.lost : null
}
