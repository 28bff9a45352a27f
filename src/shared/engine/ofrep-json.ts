import type { Reason } from '../schemas/evaluation.ts'
import type { Outcome } from './outcome.ts'

// OFREP 0.3.0 knows fewer reasons than OpenFeature; the others travel in the metadata, under UNKNOWN
const ofrepReasons: ReadonlySet<Reason> = new Set<Reason>(['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'])

const write = ({ flag: key, value, variant, reason, errorCode, detail, warning }: Outcome): string => {
  if (errorCode !== null) return JSON.stringify({ key, errorCode, errorDetails: detail ?? undefined })
  const known = ofrepReasons.has(reason)
  const metadata = { reason: known ? undefined : reason, warning: warning ?? undefined }
  return JSON.stringify({
    key,
    value,
    reason: known ? reason : 'UNKNOWN',
    variant: variant ?? undefined,
    metadata: known && warning === null ? undefined : metadata,
  })
}

const written = new WeakMap<Outcome, string>()

/** An outcome as OFREP answers it, as JSON; made once, since evaluations share outcomes. */
export const ofrepJson = (outcome: Outcome): string => {
  const known = written.get(outcome)
  if (known !== undefined) return known
  const json = write(outcome)
  written.set(outcome, json)
  return json
}
