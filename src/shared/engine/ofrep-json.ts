import type { Reason } from '../schemas/evaluation.ts'
import type { Outcome } from './outcome.ts'

// OFREP 0.3.0 knows fewer reasons than OpenFeature; the others travel in the metadata, under UNKNOWN
const ofrepReasons: ReadonlySet<Reason> = new Set<Reason>(['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'])

const write = ({ flag: key, value, variant, reason, errorCode, detail, warning, measured }: Outcome): string => {
  if (errorCode !== null) return JSON.stringify({ key, errorCode, errorDetails: detail ?? undefined })
  const known = ofrepReasons.has(reason)
  const metadata = {
    reason: known ? undefined : reason,
    warning: warning ?? undefined,
    // OpenFeature's hooks make `feature_flag.version` of the last one
    ...(measured && { run: measured.run, by: measured.by ?? undefined, version: `run-${measured.run}` }),
  }
  return JSON.stringify({
    key,
    value,
    reason: known ? reason : 'UNKNOWN',
    variant: variant ?? undefined,
    metadata: known && warning === null && measured === null ? undefined : metadata,
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
