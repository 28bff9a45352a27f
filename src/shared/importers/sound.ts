import { FlagDocument } from '../schemas/flag.ts'
import { SegmentDocument } from '../schemas/segment.ts'
import { reportOn } from './finding.ts'
import type { Imported } from './imported.ts'

/** Adds a `block` finding for every imported document that our own schema refuses, a limit for example. */
export const reportUnsound = ({ flags, segments, findings, keys }: Imported): void => {
  const theirs = (known: ReadonlyMap<string, string>, ours: string) =>
    [...known].find(([, key]) => key === ours)?.[0] ?? ours
  const check = (
    kind: string,
    known: ReadonlyMap<string, string>,
    schema: typeof FlagDocument | typeof SegmentDocument,
    documents: Record<string, unknown>,
  ) => {
    for (const [key, document] of Object.entries(documents)) {
      const issue = schema.safeParse(document).error?.issues[0]
      if (issue === undefined) continue
      const report = reportOn(findings, `${kind} ${theirs(known, key)}`)
      report('block', '', `It is more than a ${kind} here may hold. ${issue.path.join('.')}: ${issue.message}`)
    }
  }
  check('flag', keys.flags, FlagDocument, flags)
  check('segment', keys.segments, SegmentDocument, segments)
}
