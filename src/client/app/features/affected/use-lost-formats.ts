import { useEffect, useState } from 'react'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import type { LostFormat } from '../../../../shared/vendors/exporting/lost-formats.ts'
import { trpc } from '../../trpc.ts'
import { type ProposedDocument, withEdits } from './effect-question.ts'

/** What SDKs of other systems would lose, and whether that blocks the publish. */
export type LostFormatsReport = { readonly held: boolean; readonly lines: readonly { text: string; cure: string }[] }

/** Flags and segments that fit in a URL. For more, all of them are read. */
const mostAsked = 50

/**
 * Checks what a publish would take from SDKs of other systems that read the environment. Null if it takes nothing, if
 * no such SDK reads, or while unknown. The server runs the same check before publishing. The code that reads the vendor
 * formats is loaded only if needed.
 */
export const useLostFormats = (
  { project, environment, edits }: { project: string; environment: Environment; edits: readonly ProposedDocument[] },
  wanted: boolean,
): LostFormatsReport | null => {
  const place = { project, environment: environment.key }
  const read = trpc.readings.formats.useQuery(place, { enabled: wanted, staleTime: 60_000 }).data
  const enabled = wanted && read !== undefined && read.formats.length > 0
  const subjects = edits.map(({ kind, key }) => ({ kind, key }))
  const part = subjects.length > mostAsked ? {} : { subjects, dependents: true }
  const ground = trpc.history.asOf.useQuery({ ...place, ...part }, { enabled }).data
  // The list is new with each render, but usually equal.
  const text = JSON.stringify(edits)
  const [found, setFound] = useState<{ of: string; lost: LostFormatsReport } | null>(null)
  useEffect(() => {
    if (!enabled || ground === undefined) return undefined
    let stale = false
    void import('../../../../shared/vendors/exporting/lost-formats.ts').then(
      ({ findLostFormats, lostFormatText, lostFormatCure }) => {
        if (stale) return
        // Safe cast: parses the JSON written above.
        const lost = findLostFormats(read.formats, ground, withEdits(ground, JSON.parse(text) as ProposedDocument[]))
        const line = (one: LostFormat) => ({ text: lostFormatText(one), cure: lostFormatCure(one) })
        setFound({ of: text, lost: { held: read.held, lines: lost.map(line) } })
      },
    )
    return () => {
      stale = true
    }
  }, [enabled, ground, read, text])
  return enabled && found?.of === text && found.lost.lines.length > 0 ? found.lost : null
}
